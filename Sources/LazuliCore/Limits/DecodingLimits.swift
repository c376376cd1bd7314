/// What one image may cost, from the first byte to the last pixel.
///
/// Each limit is the greatest value still allowed; `nil` means unlimited, zero never does. Checked
/// from the header, before pixel memory exists, and again on what the plugin delivers.
public struct DecodingLimits: Sendable, Hashable {
  /// Pixels of one side, as stored. 65 535.
  public var maximumSide: Int? = 65_535
  /// Width × height as stored; decoded at reduced size when above `maximumDecodedPixels`. 1 000 000 000.
  public var maximumSourcePixels: Int? = 1_000_000_000
  /// Width × height of what is held decoded, and of what processors make of it. 100 000 000. Not of an image whose rows are resized as they come: of
  /// that there is a window of some rows, and `maximumSourcePixels` and `maximumDecodingTime` bound it.
  public var maximumDecodedPixels: Int? = 100_000_000
  /// Bytes of one decoded frame, as far as it is held, and of what processors make of it. 512 MiB.
  public var maximumDecodedByteCount: Int? = 512 << 20
  /// Bytes that a codec may allocate for itself. 512 MiB.
  public var maximumWorkingByteCount: Int? = 512 << 20
  /// Bytes of the encoded image. 64 MiB.
  public var maximumEncodedByteCount: Int? = 64 << 20
  /// Bytes of all metadata, decompressed. 8 MiB.
  public var maximumMetadataByteCount: Int? = 8 << 20
  /// Frames of an animation. 2 000.
  public var maximumFrameCount: Int? = 2_000
  /// Scans of a progressive image. 64.
  public var maximumPassCount: Int? = 64
  /// Processor time for decoding an image, or one frame of an animation; waiting does not count. 10 s.
  public var maximumDecodingTime: Duration? = .seconds(10)

  public init() {}
}
