/// What the samples of a pixel measure, alpha aside.
public enum ColorModel: String, Sendable, Hashable {
  case gray = "GRAY"
  case rgb = "RGB"
  case cmyk = "CMYK"
}

extension PixelFormat {
  public var colorModel: ColorModel {
    switch self {
    case .gray8, .grayAlpha8, .gray16: .gray
    case .rgba8, .rgba8Premultiplied, .rgba16: .rgb
    case .cmyk8: .cmyk
    }
  }
}

extension ImageHeader {
  /// What the file's own samples measure, which its profile tells about, whatever they are decoded to.
  public var colorModel: ColorModel {
    // Gray with alpha of 16 bits has no format of its own.
    nativeFormat == .rgba16 && samplesPerPixel == 2 ? .gray : nativeFormat.colorModel
  }
}
