import LazuliABI

/// What a host asks of a decoder, from the first chunk to the last frame.
public struct DecodePlan: Sendable {
  public var cuts = Cuts.atRest
  /// `nil`: the native one.
  public var format: UInt32?
  public var scaleNumerator: UInt32 = 1
  public var scaleDenominator: UInt32 = 1
  public var firstFrame: UInt32 = 0
  public var frameCount = LZL_ALL_FRAMES
  /// LZL_DECODE_…
  public var configurationFlags: UInt32 = 0
  /// LZL_STEP_…
  public var stepFlags: UInt32 = 0
  /// The flags change at random every few steps, between these and none.
  public var stepFlagSeed: UInt64?
  public var wantsPixels = true
  /// Bytes between the rows of a surface.
  public var padding = 24
  /// What a surface holds before, unless the contract wants it zeroed.
  public var fill: UInt8 = 0xC3
  /// Rows of the surface where the header says that they come in order; `nil`: all of the frame's.
  public var windowHeight: Int?

  public init(_ cuts: Cuts = .atRest) { self.cuts = cuts }

  /// The same plan but for what `change` changes.
  public func with(_ change: (inout DecodePlan) -> Void) -> DecodePlan {
    var plan = self
    change(&plan)
    return plan
  }

  func configuration(for header: lzl_header) -> lzl_decode_config {
    configuration(format: format ?? header.native_format)
  }

  public func configuration(format: UInt32) -> lzl_decode_config {
    lzl_decode_config(
      struct_size: UInt32(MemoryLayout<lzl_decode_config>.size), format: format,
      scale_numerator: scaleNumerator, scale_denominator: scaleDenominator, first_frame: firstFrame,
      frame_count: frameCount, flags: configurationFlags, reserved: 0)
  }
}
