import LazuliABI

/// What an encoder is to write.
public struct EncodePicture: Sendable {
  /// A frame, its rows without gaps.
  public struct Frame: Sendable {
    public var rectangle: lzl_rectangle
    public var pixels: [UInt8]
    public var delay: (numerator: UInt32, denominator: UInt32) = (0, 100)
    public var disposal = LZL_DISPOSAL_NONE
    public var blend = LZL_BLEND_SOURCE
    public var flags: UInt32 = 0

    public init(x: Int = 0, y: Int = 0, width: Int, height: Int, _ pixels: [UInt8]) {
      rectangle = lzl_rectangle(x: UInt32(x), y: UInt32(y), width: UInt32(width), height: UInt32(height))
      self.pixels = pixels
    }

    var bytesPerRow: Int { pixels.count / Int(rectangle.height) }

    public var information: lzl_encode_frame {
      lzl_encode_frame(
        struct_size: UInt32(MemoryLayout<lzl_encode_frame>.size), flags: flags, rectangle: rectangle,
        delay_numerator: delay.numerator, delay_denominator: delay.denominator, disposal: disposal, blend: blend)
    }
  }

  public var format: UInt32
  public var width: Int
  public var height: Int
  public var frames: [Frame]
  public var playCount: UInt32 = 1
  /// Each "keyword\0text".
  public var texts: [[UInt8]] = []

  /// A still image.
  public init(_ format: UInt32, width: Int, height: Int, _ pixels: [UInt8]) {
    (self.format, self.width, self.height) = (format, width, height)
    frames = [Frame(width: width, height: height, pixels)]
  }

  public var information: lzl_encode_image {
    var image = lzl_encode_image()
    image.struct_size = UInt32(MemoryLayout<lzl_encode_image>.size)
    image.format = format
    (image.width, image.height) = (UInt32(width), UInt32(height))
    image.frame_count = UInt32(frames.count)
    image.play_count = playCount
    return image
  }
}
