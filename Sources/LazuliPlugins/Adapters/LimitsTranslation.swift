import LazuliABI
import LazuliCore

extension lzl_limits {
  init(_ limits: DecodingLimits) {
    self.init()
    struct_size = UInt32(MemoryLayout<lzl_limits>.size)
    maximum_side = Self.number(limits.maximumSide)
    maximum_frames = Self.number(limits.maximumFrameCount)
    maximum_passes = Self.number(limits.maximumPassCount)
    maximum_source_pixels = Self.number(limits.maximumSourcePixels)
    maximum_decoded_pixels = Self.number(limits.maximumDecodedPixels)
    maximum_decoded_bytes = Self.number(limits.maximumDecodedByteCount)
    maximum_working_bytes = Self.number(limits.maximumWorkingByteCount)
    maximum_encoded_bytes = Self.number(limits.maximumEncodedByteCount)
    maximum_metadata_bytes = Self.number(limits.maximumMetadataByteCount)
    maximum_work_nanoseconds = limits.maximumDecodingTime.map(Self.nanoseconds) ?? LZL_UNLIMITED
  }

  /// Unlimited is said in words, and is the greatest number; a program's limit of 0 becomes 1, since
  /// zero has another meaning here.
  private static func number<Number: FixedWidthInteger>(_ limit: Int?) -> Number {
    limit.map { max(1, Number(clamping: $0)) } ?? .max
  }

  private static func nanoseconds(_ time: Duration) -> UInt64 {
    let (seconds, attoseconds) = time.components
    let (whole, overflow) = UInt64(clamping: seconds).multipliedReportingOverflow(by: 1_000_000_000)
    guard !overflow else { return LZL_UNLIMITED - 1 }
    return max(1, whole.addingReportingOverflow(UInt64(clamping: attoseconds / 1_000_000_000)).partialValue)
  }
}
