/// Blurs by a Gaussian.
///
/// Any format, CMYK included; samples are mixed as encoded, straight alpha weighs the colours. Up to a `sigma` of 12
/// it is the Gaussian itself, cut off at 4 sigma; beyond the image's edges its outermost pixels go on, as in
/// ImageMagick and Pillow. Above, the image is shrunk by area so that 6 to 12 pixels remain of sigma, blurred by what
/// that leaves to do, and enlarged by Catmull-Rom: as fast for any sigma, and within 2.5 of an 8-bit sample of the
/// Gaussian in the hardest noise, within 1.5 in photographs. Sigma 0: the same pixels, no copy. Throws `outOfMemory`.
public struct GaussianBlurProcessor: ImageProcessor, Hashable {
  /// The standard deviation in pixels.
  public let sigma: Double

  public init(sigma: Double) {
    self.sigma = sigma > 0 ? sigma : 0
  }

  public var identity: String { "blur(\(sigma))" }

  public func process(_ pixels: PixelBuffer, pool: PixelBufferPool) throws(ImageError) -> PixelBuffer {
    guard sigma > 0 else { return pixels }
    guard sigma > 12 else {
      return try pixels.convolved(
        Self.gaussian(sigma, pixels.width), Self.gaussian(sigma, pixels.height), pool: pool)
    }
    let (columns, rows) = (Axis(pixels.width, sigma), Axis(pixels.height, sigma))
    let small = try pixels.convolved(columns.shrinking(), rows.shrinking(), pool: pool)
    let blurred = try small.convolved(columns.blurring(), rows.blurring(), pool: pool)
    return try blurred.convolved(columns.enlarging(), rows.enlarging(), pool: pool)
  }

  private static func gaussian(_ sigma: Double, _ side: Int) throws(ImageError) -> ConvolutionWeights {
    try ConvolutionWeights(.gaussian(sigma: sigma), source: side, (1, 1), window: 0..<side, repeatsEdges: true)
  }
}

/// One direction of a wide blur: by way of a smaller image that goes on beyond its edges.
private struct Axis {
  /// What enlarging needs beyond the edges to be right there.
  private static let margin = 2

  private let side: Int
  private let shrunk: Int
  /// What is left of sigma, in pixels of the shrunk image: averages over its pixels have spread by theirs.
  private let sigma: Double
  /// How far the shrunk image goes on beyond its edges.
  private let border: Int

  init(_ side: Int, _ sigma: Double) {
    self.side = side
    // Wider ones give the mean of the edges all the same.
    let sigma = min(sigma, 256 * Double(side))
    let factor = max(Int(sigma / 6), 1)
    shrunk = max((side + factor / 2) / factor, 1)
    let scale = Double(side) / Double(shrunk)
    self.sigma = (sigma * sigma - (scale * scale - 1) / 12).squareRoot() / scale
    border = Int(ConvolutionFunction.gaussian(sigma: self.sigma).reach) + 1 + Self.margin
  }

  func shrinking() throws(ImageError) -> ConvolutionWeights {
    try ConvolutionWeights(
      .area, source: side, (side, shrunk), window: -border..<shrunk + border, repeatsEdges: true)
  }

  func blurring() throws(ImageError) -> ConvolutionWeights {
    let kept = border - Self.margin..<border + shrunk + Self.margin
    return try ConvolutionWeights(.gaussian(sigma: sigma), source: shrunk + 2 * border, (1, 1), window: kept)
  }

  func enlarging() throws(ImageError) -> ConvolutionWeights {
    try ConvolutionWeights(
      .catmullRom, source: shrunk + 2 * Self.margin, (shrunk, side), window: 0..<side, margin: Self.margin)
  }
}

extension PixelBuffer {
  fileprivate func convolved(
    _ columns: ConvolutionWeights, _ rows: ConvolutionWeights, pool: PixelBufferPool
  ) throws(ImageError) -> PixelBuffer {
    let surface = try pool.surface(width: columns.count, height: rows.count, format: format, color: color)
    let samples = try FloatSamples(format, isLinear: false)
    try RowConvolution(samples, width: width, columns: columns, rows: rows).run(self, into: surface)
    return surface.freeze()
  }
}
