import LazuliCore

/// What is left to do with pixels when they are decoded: size, orientation, format, the caller's
/// processors, in this order. One at a time, so that a load can be cancelled between them.
struct ImageAssembly {
  private(set) var pixels: PixelBuffer
  private var steps: ArraySlice<any ImageProcessor>
  private let pool: PixelBufferPool

  /// Of a frame that was resized as it came, `resized` hold the results.
  init(
    _ pixels: PixelBuffer, resized: [ResizePlan: PixelBuffer] = [:], _ header: ImageHeader, _ plan: DecodePlan,
    _ wish: DecodeWish, pool: PixelBufferPool
  ) {
    let resize = plan.extent(of: ImageSize(width: header.width, height: header.height))
      .flatMap { wish.resizePlan(of: $0, header.orientation) }
    let done = resize.flatMap { resized[$0] }
    self.pixels = done ?? pixels
    self.pool = pool
    if let profile = header.color.iccProfile { self.pixels.color.iccProfile = profile }
    steps = Self.steps(header, done == nil ? resize : nil, wish)[...]
  }

  var isFinished: Bool { steps.isEmpty }

  /// Does the next step.
  mutating func advance() throws(ImageError) {
    guard let step = steps.popFirst() else { return }
    pixels = try step.process(pixels, pool: pool)
  }

  private static func steps(
    _ header: ImageHeader, _ resize: ResizePlan?, _ wish: DecodeWish
  ) -> [any ImageProcessor] {
    var steps: [any ImageProcessor] = []
    if let resize { steps.append(TargetSizeProcessor(plan: resize, options: wish.options.resizing)) }
    if wish.options.appliesOrientation, let orientation = header.orientation {
      steps.append(OrientProcessor(orientation))
    }
    if let format = wish.options.pixelFormat { steps.append(ConvertProcessor(to: format, allowsLoss: true)) }
    return steps + wish.options.processors
  }
}
