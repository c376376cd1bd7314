/// How samples lie in memory: interleaved in the order of the name, rows from the top, 16-bit
/// samples in the machine's byte order.
public enum PixelFormat: String, Sendable, Hashable, CaseIterable {
  /// Red, green, blue, alpha; straight alpha.
  case rgba8
  /// Red, green, blue, each multiplied by alpha, and alpha.
  case rgba8Premultiplied = "rgba8-premultiplied"
  /// Red, green, blue, alpha of 16 bits; straight alpha.
  case rgba16
  case gray8
  /// Gray and straight alpha.
  case grayAlpha8 = "gray-alpha8"
  case gray16
  /// Cyan, magenta, yellow, black as the file stores them.
  case cmyk8

  /// The bytes of one pixel.
  public var bytesPerPixel: Int {
    switch self {
    case .gray8: 1
    case .grayAlpha8, .gray16: 2
    case .rgba8, .rgba8Premultiplied, .cmyk8: 4
    case .rgba16: 8
    }
  }

  /// The samples of one pixel.
  public var samplesPerPixel: Int {
    switch self {
    case .gray8, .gray16: 1
    case .grayAlpha8: 2
    case .rgba8, .rgba8Premultiplied, .rgba16, .cmyk8: 4
    }
  }

  /// Whether the last sample is alpha.
  public var hasAlpha: Bool {
    switch self {
    case .rgba8, .rgba8Premultiplied, .rgba16, .grayAlpha8: true
    case .gray8, .gray16, .cmyk8: false
    }
  }

  /// Whether there is more than gray.
  public var hasColor: Bool {
    switch self {
    case .rgba8, .rgba8Premultiplied, .rgba16, .cmyk8: true
    case .gray8, .grayAlpha8, .gray16: false
    }
  }

  /// The bits of one sample.
  public var bitsPerSample: Int {
    switch self {
    case .rgba16, .gray16: 16
    default: 8
    }
  }
}
