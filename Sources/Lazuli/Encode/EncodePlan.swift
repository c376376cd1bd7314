import LazuliCore

/// How pixels get into a form that an encoder takes: pure.
struct EncodePlan {
  /// What the encoder is given.
  let format: PixelFormat
  private let steps: [any ImageProcessor]

  /// Throws `unsupported` when the encoder takes nothing that the pixels can become.
  init(
    from source: PixelFormat, to provider: any ImageEncoderProvider, background: RGBColor
  ) throws(ImageError) {
    let candidates = Self.candidates(for: source)
    guard let format = candidates.first(where: provider.formats.contains) else {
      throw ImageError(
        .unsupported, at: .encode,
        "The encoder for \(provider.format) takes no pixels that \(source.rawValue) can become")
    }
    self.format = format
    var steps: [any ImageProcessor] = []
    if source.hasAlpha, !provider.writesAlpha || !format.hasAlpha {
      steps.append(FlattenProcessor(onto: background))
    }
    steps.append(ConvertProcessor(to: format, allowsLoss: true))
    self.steps = steps
  }

  /// The pixels, as the encoder takes them.
  func prepare(_ pixels: PixelBuffer, pool: PixelBufferPool) throws(ImageError) -> PixelBuffer {
    var pixels = pixels
    for step in steps { pixels = try step.process(pixels, pool: pool) }
    return pixels
  }

  /// What loses least comes first.
  private static func candidates(for source: PixelFormat) -> [PixelFormat] {
    switch source {
    case .rgba8: [.rgba8, .rgba16, .rgba8Premultiplied]
    case .rgba8Premultiplied: [.rgba8Premultiplied, .rgba8, .rgba16]
    case .rgba16: [.rgba16, .rgba8, .rgba8Premultiplied]
    case .gray8: [.gray8, .grayAlpha8, .gray16, .rgba8, .rgba16, .rgba8Premultiplied]
    case .grayAlpha8: [.grayAlpha8, .rgba8, .rgba16, .rgba8Premultiplied, .gray8]
    case .gray16: [.gray16, .rgba16, .gray8, .rgba8, .rgba8Premultiplied]
    case .cmyk8: [.cmyk8, .rgba8, .rgba16, .rgba8Premultiplied]
    }
  }
}
