import LazuliCore

/// What to ask of a decoder whose header is known: pure, decided before any pixel memory exists.
struct DecodePlan {
  var configuration: DecoderConfiguration
  /// The size of the canvas as configured, before orientation.
  var canvas: ImageSize
  /// What rows are resized to as they come, where there is to be no canvas; more than one while an orientation may
  /// still follow.
  private(set) var streamed: Set<ResizePlan> = []
  /// What pixels are converted to before anything else is done with them.
  private(set) var working: PixelFormat?

  private static let object = "Decoded, the image"

  /// With `showsPasses` an image of several passes gets a canvas, if the limits allow one: through a window only the
  /// last pass is seen. Throws `limitExceeded`, and `corrupt` for a header without pixels.
  init(
    for header: ImageHeader, _ wish: DecodeWish, limits: DecodingLimits, showsPasses: Bool = false
  ) throws(ImageError) {
    try Self.checkStored(header, wish, limits)
    try Self.checkResult(header, wish, limits)
    configuration = DecoderConfiguration(format: Self.format(for: wish, of: header))
    working = wish.workingFormat(header)
    configuration.firstFrame = header.hasDefaultImage && !wish.options.onlyDefaultImage ? 1 : 0
    configuration.frameCount = wish.wantsAllFrames ? nil : 1
    // A still image is read to its end: its orientation may stand there.
    configuration.stopsEarly = !wish.wantsAllFrames && wish.options.onlyFirstFrame && header.mayHaveMoreFrames
    canvas = ImageSize(width: header.width, height: header.height)
    try chooseScale(for: header, wish, limits, wantsCanvas: showsPasses && header.hasPasses)
  }

  /// The limits that hold for the file as it is stored.
  private static func checkStored(
    _ header: ImageHeader, _ wish: DecodeWish, _ limits: DecodingLimits
  ) throws(ImageError) {
    guard header.width > 0, header.height > 0 else {
      throw ImageError(.corrupt, at: .header, "The image says that it is \(header.width)×\(header.height) pixels")
    }
    let object = "The image is \(header.width)×\(header.height)"
    if let maximum = limits.maximumSide, max(header.width, header.height) > maximum {
      throw .exceeded(
        .side, at: .header, "\(object), its longer side", max(header.width, header.height), allowed: maximum)
    }
    let (pixels, overflow) = header.width.multipliedReportingOverflow(by: header.height)
    if let maximum = limits.maximumSourcePixels, overflow || pixels > maximum {
      throw .exceeded(.sourcePixels, at: .header, "\(object), pixels", overflow ? .max : pixels, allowed: maximum)
    }
    if let count = header.frameCount, let maximum = limits.maximumFrameCount, count > maximum,
      !wish.options.onlyFirstFrame
    {
      throw .exceeded(.frames, at: .header, "The animation's frames", count, allowed: maximum)
    }
  }

  /// The size asked for may be beyond what can be held: that is known before a row is decoded.
  private static func checkResult(
    _ header: ImageHeader, _ wish: DecodeWish, _ limits: DecodingLimits
  ) throws(ImageError) {
    let stored = ImageSize(width: header.width, height: header.height)
    guard let extent = ReducedExtent(of: stored, numerator: 1, denominator: 1),
      let plan = wish.resizePlan(of: extent, header.orientation)
    else { return }
    let format = wish.options.pixelFormat ?? header.nativeFormat
    try limits.check(plan.target, format, "In the size asked for, the image", at: .process)
  }

  /// Colours that are to be converted are decoded without loss, whatever depth is wanted in the end.
  private static func format(for wish: DecodeWish, of header: ImageHeader) -> PixelFormat {
    if wish.judgement(header, header.nativeFormat).conversion != nil { return header.nativeFormat }
    return format(for: wish.options.pixelFormat, of: header)
  }

  /// The format nearest to the one asked for, of those that the decoder writes.
  static func format(for wish: PixelFormat?, of header: ImageHeader) -> PixelFormat {
    guard let wish else { return header.nativeFormat }
    let substitutes: [PixelFormat] =
      switch wish {
      case .rgba16: [.rgba16, .gray16]
      case .gray16: [.gray16, .rgba16]
      case .gray8, .grayAlpha8: [wish, .grayAlpha8, .gray8, .rgba8]
      case .rgba8, .rgba8Premultiplied: [wish, .rgba8]
      case .cmyk8: [.cmyk8]
      }
    return substitutes.first(where: header.formats.contains) ?? header.nativeFormat
  }

  /// The smallest halving on offer which still gives nearly twice the target size: the last halving is left to our
  /// own average, which keeps more of the detail than a decoder's. Without one full size, or the greatest
  /// scale that the limits allow.
  private mutating func chooseScale(
    for header: ImageHeader, _ wish: DecodeWish, _ limits: DecodingLimits, wantsCanvas: Bool
  ) throws(ImageError) {
    let stored = canvas
    let needed = wish.resultSize(of: stored, header.orientation)
    let scales = header.usableScales
    // Reduced sides are rounded up: those of a tiny image reach its full size, with other pixels.
    let isFull = needed == stored || wish.options.resizing.isInLinearLight
    let enough = isFull ? scales.last : scales.first { $0.isHalving && header.size(at: $0).nearlyCoversTwice(needed) }
    // Animations are composed in colour, whatever their frames are stored in.
    let composed: PixelFormat? = header.isAnimated && configuration.format.bytesPerPixel < 4 ? .rgba8 : nil
    let format = working ?? composed ?? configuration.format
    let ordered = [enough].compactMap(\.self) + scales.reversed().filter { $0 != enough }
    for scale in ordered {
      let size = header.size(at: scale)
      let streamed = Self.streamed(header, wish, scale)
      let mayBeCanvas = (try? limits.check(size, format, Self.object, at: .header)) != nil
      guard !streamed.isEmpty || mayBeCanvas else { continue }
      self.streamed = wantsCanvas && mayBeCanvas ? [] : streamed
      canvas = size
      configuration.scaleNumerator = scale.numerator
      configuration.scaleDenominator = scale.denominator
      return
    }
    try limits.check(scales.first.map(header.size(at:)) ?? canvas, format, Self.object, at: .header)
  }
}

extension DecodePlan {
  /// Two at the most: more is not worth it.
  private static func streamed(_ header: ImageHeader, _ wish: DecodeWish, _ scale: DecodeScale) -> Set<ResizePlan> {
    guard header.hasRowsInOrder, !header.mayHaveMoreFrames, !wish.wantsAllFrames, !wish.needsCanvas(header),
      let extent = ReducedExtent(
        of: ImageSize(width: header.width, height: header.height), numerator: scale.numerator,
        denominator: scale.denominator)
    else { return [] }
    let orientations = header.orientation.map { [$0] } ?? Orientation.allCases
    let plans = Set(orientations.compactMap { wish.resizePlan(of: extent, $0) })
    return plans.count > 2 || plans.contains(where: \.isIdentity) ? [] : plans
  }

  /// What becomes of the canvas; `nil` without a target size.
  func resizePlan(of header: ImageHeader, _ wish: DecodeWish) -> ResizePlan? {
    extent(of: ImageSize(width: header.width, height: header.height))
      .flatMap { wish.resizePlan(of: $0, header.orientation) }
  }

  /// What of a canvas decoded at this scale is picture.
  func extent(of stored: ImageSize) -> ReducedExtent? {
    ReducedExtent(
      of: stored, numerator: configuration.scaleNumerator, denominator: configuration.scaleDenominator)
  }
}

/// A reduction that a decoder offers.
struct DecodeScale: Equatable {
  var numerator: Int
  var denominator: Int

  /// Whether it is 1, 1/2, 1/4 and so on. Others may cost a decoder more than full size.
  var isHalving: Bool {
    let (factor, rest) = denominator.quotientAndRemainder(dividingBy: numerator)
    return rest == 0 && factor.nonzeroBitCount == 1
  }
}

extension ImageHeader {
  /// Whether there is, or may be, something behind the first frame.
  var mayHaveMoreFrames: Bool { isAnimated || hasPages || frameCount != 1 }

  /// The scales on offer, ascending, full size last.
  var usableScales: [DecodeScale] {
    let reduced = scaleNumerators.filter { $0 > 0 && $0 < scaleDenominator }.sorted()
    return reduced.map { DecodeScale(numerator: $0, denominator: scaleDenominator) }
      + [DecodeScale(numerator: 1, denominator: 1)]
  }

  /// ⌈side · numerator / denominator⌉ for both sides.
  func size(at scale: DecodeScale) -> ImageSize {
    func scaled(_ side: Int) -> Int {
      let (whole, rest) = side.quotientAndRemainder(dividingBy: scale.denominator)
      let numerator = scale.numerator
      return whole * numerator + (rest * numerator + scale.denominator - 1) / scale.denominator
    }
    return ImageSize(width: scaled(width), height: scaled(height))
  }
}

extension ImageSize {
  /// 15/8: pictures of 12 megapixels, halved three times, fall just short of twice 256.
  fileprivate func nearlyCoversTwice(_ size: ImageSize) -> Bool {
    width * 8 / 15 >= size.width && height * 8 / 15 >= size.height
  }
}
