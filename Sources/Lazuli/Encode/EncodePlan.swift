import LazuliColor
import LazuliCore

/// How pixels get into a form that an encoder takes, and what is lost: pure.
struct EncodePlan {
  /// What the encoder is given.
  let format: PixelFormat
  /// What the file says of its colours.
  let color: ColorInformation
  let warnings: [ImageWarning]
  private let steps: [any ImageProcessor]

  /// Throws `unsupported` when the encoder takes nothing that the pixels can become.
  init(
    _ image: DecodedImage, to provider: any ImageEncoderProvider, _ request: EncodeRequest, _ colors: ColorConverter
  ) throws(ImageError) {
    let source = image.pixels.format
    let candidates = Self.candidates(for: source)
    guard let format = candidates.first(where: provider.formats.contains) else {
      throw ImageError(
        .unsupported, at: .encode,
        "The encoder for \(provider.format) takes no pixels that \(source.rawValue) can become")
    }
    self.format = format
    let statement = colors.statement(
      image.pixels.color, of: source, written: format.colorModel, in: provider.vocabulary)
    // Who wants no word of colours has them as they are; ink becomes none without its profile.
    let isColorWanted = request.keepsColorProfile || source.colorModel != format.colorModel
    color = request.keepsColorProfile ? statement.color : ColorInformation()
    warnings =
      [
        isColorWanted ? statement.warning.map { ImageWarning(.unsupported, at: .encode, $0) } : nil,
        Self.inkWarning(source, format, statement),
      ].compactMap(\.self) + Self.lost(of: image, provider, request)
    var steps: [any ImageProcessor] = []
    if isColorWanted, let conversion = statement.conversion {
      steps.append(ColorProcessor(conversion: conversion, space: .sRGB))
    }
    if source.hasAlpha, !provider.writesAlpha || !format.hasAlpha {
      steps.append(FlattenProcessor(onto: request.background))
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

  private static func inkWarning(
    _ source: PixelFormat, _ format: PixelFormat, _ statement: ColorStatement
  ) -> ImageWarning? {
    guard source == .cmyk8, format != .cmyk8, statement.conversion == nil else { return nil }
    return ImageWarning(.unsupported, at: .encode, "Ink without a profile is made RGB by a formula")
  }

  /// What the image has and the format has no place for.
  private static func lost(
    of image: DecodedImage, _ provider: any ImageEncoderProvider, _ request: EncodeRequest
  ) -> [ImageWarning] {
    var lost: [String] = []
    if image.frames != nil, image.header.isAnimated, !provider.writesAnimations, !request.onlyFirstFrame {
      lost.append("Of the animation only the first frame is written: \(provider.format) has no animations")
    }
    if request.keepsMetadata {
      let had = image.metadata.compactMap(\.vocabulary).reduce(into: EncoderVocabulary()) { $0.formUnion($1) }
      let names = had.subtracting(provider.vocabulary).metadataNames
      lost += names.map { "\($0) of the image is left out: \(provider.format) has no place for it" }
    }
    return lost.map { ImageWarning(.unsupported, at: .encode, $0) }
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
