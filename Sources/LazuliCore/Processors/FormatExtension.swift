extension PixelFormat {
  /// The format of this depth that has alpha and colour as well, if asked; `nil` for ink.
  func extended(alpha: Bool, color: Bool) -> PixelFormat? {
    switch self {
    case .cmyk8: nil
    case .rgba8, .rgba8Premultiplied, .rgba16: self
    case .gray8: color ? .rgba8 : alpha ? .grayAlpha8 : .gray8
    case .grayAlpha8: color ? .rgba8 : .grayAlpha8
    case .gray16: color || alpha ? .rgba16 : .gray16
    }
  }
}

extension PixelBuffer {
  /// These pixels in a format that has alpha and colour as well, if asked.
  ///
  /// Throws `unsupported` for ink, in the name of what cannot be done to it: "padded".
  func extended(
    alpha: Bool = false, color: Bool = false, toBe deed: String, pool: PixelBufferPool
  ) throws(ImageError) -> PixelBuffer {
    guard let format = format.extended(alpha: alpha, color: color) else {
      throw ImageError(
        .unsupported, at: .process,
        "\(self.format.rawValue) pixels cannot be \(deed); convert them to \(PixelFormat.rgba8.rawValue) first")
    }
    return try ConvertProcessor(to: format).process(self, pool: pool)
  }

  /// These pixels in a format that holds `color`; see `extended(alpha:color:toBe:pool:)`.
  func extended(
    for color: RGBAColor, toBe deed: String, pool: PixelBufferPool
  ) throws(ImageError) -> PixelBuffer {
    try extended(alpha: !color.isOpaque, color: !color.isGray, toBe: deed, pool: pool)
  }

  var size: ImageSize { ImageSize(width: width, height: height) }
}
