import LazuliABI

/// Where a decoder runs.
public enum DecoderSite: String, Sendable, CaseIterable, CustomStringConvertible {
  case local, remote

  public var description: String { rawValue }

  /// Throws `CreationRefused` when the plugin answers an error.
  public func makeDecoder(
    _ loaded: LoadedDecoder, limits: lzl_limits = .unlimited
  ) throws -> any DecoderUnderTest {
    switch self {
    case .local: try LocalDecoder(loaded, limits: limits)
    case .remote: try RemoteDecoder(loaded, limits: limits)
    }
  }
}

extension lzl_limits {
  /// Every limit switched off.
  public static var unlimited: lzl_limits {
    lzl_limits(
      struct_size: UInt32(MemoryLayout<lzl_limits>.size), maximum_side: LZL_UNLIMITED_32,
      maximum_frames: LZL_UNLIMITED_32, maximum_passes: LZL_UNLIMITED_32, maximum_source_pixels: LZL_UNLIMITED,
      maximum_decoded_pixels: LZL_UNLIMITED, maximum_decoded_bytes: LZL_UNLIMITED,
      maximum_working_bytes: LZL_UNLIMITED, maximum_encoded_bytes: LZL_UNLIMITED,
      maximum_metadata_bytes: LZL_UNLIMITED, maximum_work_nanoseconds: LZL_UNLIMITED)
  }
}
