import LazuliColor
import LazuliCore

/// What a session of decoding is for.
struct DecodeWish {
  var options: ImageOptions
  /// `nil` leaves colours alone.
  var colors: ColorConverter?
  /// All frames of an animation, one after the other, rather than the first.
  var wantsAllFrames = false
  /// What stands ahead of the first frame is enough.
  var stopsAtHeader = false

  /// What is to be done with the colours of such an image's pixels, in that format.
  func judgement(_ header: ImageHeader, _ format: PixelFormat) -> ColorJudgement {
    guard let colors, options.pixelFormat != .cmyk8 else { return ColorJudgement() }
    let space = losesInk(header) ? .sRGB : options.colorSpace
    return colors.judgement(header.color, header.colorModel, format, for: space)
  }

  /// Whether ink is wanted as it is stored, and in a pixel format that holds none: it becomes sRGB.
  func losesInk(_ header: ImageHeader) -> Bool {
    options.colorSpace == .asStored && header.colorModel == .cmyk && options.pixelFormat.map { $0 != .cmyk8 } ?? false
  }

  /// Whether colours are converted before the size is changed. Light is mixed by the curve of sRGB, which those that are
  /// converted have, and those of the file have not.
  func convertsFirst(_ header: ImageHeader) -> Bool {
    options.targetSize != nil && options.resizing.isInLinearLight
      && judgement(header, header.nativeFormat).conversion != nil
  }

  /// What pixels are made before their size and colours are changed: 16 bits where such are asked for and the file has
  /// 8, so that nothing is rounded to 8 on the way, and colour where light is to be mixed of ink without a profile.
  /// `nil`: they stay what they are, ink with a profile until that was applied.
  func workingFormat(_ header: ImageHeader) -> PixelFormat? {
    let native = header.nativeFormat
    var converts: Bool { judgement(header, native).conversion != nil }
    guard let wanted = options.pixelFormat, wanted != .cmyk8, native.bitsPerSample == 8 else { return nil }
    guard native != .cmyk8 else {
      guard !converts, options.targetSize != nil, options.resizing.isInLinearLight else { return nil }
      return wanted.bitsPerSample > 8 ? .rgba16 : .rgba8
    }
    guard wanted.bitsPerSample > 8, converts || options.targetSize != nil else { return nil }
    return native == .gray8 ? .gray16 : .rgba16
  }

  /// Whether colours become others before their size is changed: all pixels have to be there.
  func needsCanvas(_ header: ImageHeader) -> Bool {
    convertsFirst(header) || header.nativeFormat == .cmyk8 && workingFormat(header) != nil
  }

  /// What is wrong with what the file says of its colours, whatever is to be done with them.
  func colorFault(_ header: ImageHeader) -> ImageWarning? {
    let space = options.colorSpace == .asStored ? .sRGB : options.colorSpace
    let judgement = colors?.judgement(header.color, header.colorModel, header.nativeFormat, for: space)
    return judgement?.fault.map { ImageWarning(.corrupt, at: .decode, $0) }
  }

  /// What is worth a word of an image's colours.
  func colorWarnings(_ header: ImageHeader) -> [ImageWarning] {
    let means = header.color.iccProfile == nil || colorFault(header) != nil ? "a formula" : "its profile"
    let ink = ImageWarning(
      .unsupported, at: .process, "The ink is converted to sRGB by \(means): only CMYK pixels hold it as stored")
    return [colorFault(header), losesInk(header) ? ink : nil].compactMap(\.self)
  }

  /// The size to which the image is scaled before it is turned upright: from its size as stored.
  func resultSize(of stored: ImageSize, _ orientation: Orientation?) -> ImageSize {
    guard let resizer else { return stored }
    let turn = turn(orientation)
    return resizer.plan(for: stored.oriented(turn)).scaled.oriented(turn)
  }

  /// What becomes of pixels of which `extent` is picture, before they are turned upright; `nil` without a target size.
  func resizePlan(of extent: ReducedExtent, _ orientation: Orientation?) -> ResizePlan? {
    guard let resizer, let canvas = extent.size else { return nil }
    let turn = turn(orientation)
    let upright = resizer.plan(for: extent.stored.oriented(turn))
    let scaled = upright.scaled.oriented(turn)
    // Where the size is right as it is, nothing is scaled for parts of a pixel at the edge.
    return ResizePlan(
      from: canvas, scaled == canvas ? nil : extent, to: scaled,
      window: upright.window.stored(turn, in: upright.scaled))
  }

  private var resizer: ResizeProcessor? { options.targetSize.map { ResizeProcessor($0, options.resizing) } }

  private func turn(_ orientation: Orientation?) -> Orientation {
    options.appliesOrientation ? orientation ?? .up : .up
  }
}
