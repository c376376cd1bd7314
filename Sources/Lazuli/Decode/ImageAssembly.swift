import LazuliCore

/// What is left to do with pixels when they are decoded: size, orientation, colours, format, the caller's
/// processors, in this order; colours first where light is to be mixed, and ahead of all 16 bits where such are
/// asked for. One part at a time, so that a load can be cancelled between them.
final class ImageAssembly {
  /// `nil` while some work has them for itself.
  private var current: PixelBuffer?
  private var work: (any PixelWork)?
  private var steps: ArraySlice<any ImageProcessor>
  private let pool: PixelBufferPool
  /// What is worth a word of the colours.
  let warnings: [ImageWarning]

  /// Of a frame that was resized as it came, `resized` hold the results.
  init(
    _ pixels: PixelBuffer, resized: [ResizePlan: PixelBuffer] = [:], _ header: ImageHeader, _ plan: DecodePlan,
    _ wish: DecodeWish, pool: PixelBufferPool, log: PipelineLog? = nil
  ) {
    let resize = plan.resizePlan(of: header, wish)
    let done = resize.flatMap { resized[$0] }
    var pixels = done ?? pixels
    self.pool = pool
    // It may have come behind the pixels.
    if let profile = header.color.iccProfile { pixels.color.iccProfile = profile }
    let working = wish.workingFormat(header)
    let judgement = wish.judgement(header, working ?? pixels.format)
    warnings = wish.colorWarnings(header)
    if wish.colorFault(header) != nil { pixels.color.claimNothing() }
    for warning in warnings { log?.write(.info, warning.message) }
    let color = judgement.conversion.map {
      ColorProcessor(conversion: $0, space: wish.losesInk(header) ? .sRGB : wish.options.colorSpace)
    }
    let geometry = Self.geometry(header, done == nil ? resize : nil, wish)
    let colors = [color].compactMap(\.self)
    let looks = wish.convertsFirst(header) ? colors + geometry : geometry + colors
    steps = (Self.conversion(to: working) + looks + Self.others(wish))[...]
    current = pixels
  }

  /// The pixels, when `isFinished`.
  var pixels: PixelBuffer {
    guard let current else { preconditionFailure("There are no pixels while they are worked on") }
    return current
  }

  var isFinished: Bool { steps.isEmpty && work == nil }

  /// Does the next part.
  func advance() throws(ImageError) {
    if let work {
      guard let done = try work.advance() else { return }
      current = done
      self.work = nil
    } else if let step = steps.popFirst() {
      try begin(step)
    }
  }

  private func begin(_ step: any ImageProcessor) throws(ImageError) {
    guard let step = step as? any SteppedProcessor else {
      current = try step.process(pixels, pool: pool)
      return
    }
    let pixels = pixels
    current = nil
    work = try step.work(on: pixels, pool: pool)
  }

  private static func geometry(
    _ header: ImageHeader, _ resize: ResizePlan?, _ wish: DecodeWish
  ) -> [any ImageProcessor] {
    var steps: [any ImageProcessor] = []
    if let resize { steps.append(TargetSizeProcessor(plan: resize, options: wish.options.resizing)) }
    if wish.options.appliesOrientation, let orientation = header.orientation {
      steps.append(OrientProcessor(orientation))
    }
    return steps
  }

  private static func others(_ wish: DecodeWish) -> [any ImageProcessor] {
    conversion(to: wish.options.pixelFormat) + wish.options.processors
  }

  private static func conversion(to format: PixelFormat?) -> [any ImageProcessor] {
    format.map { [ConvertProcessor(to: $0, allowsLoss: true)] } ?? []
  }
}

extension ColorInformation {
  /// Nothing is said of the colours any more; only how ink is stored.
  fileprivate mutating func claimNothing() {
    let isInverted = hasInvertedCMYK
    self = ColorInformation()
    hasInvertedCMYK = isInverted
  }
}
