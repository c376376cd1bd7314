/// Another size.
///
/// Any format; samples are mixed as encoded unless `isInLinearLight`. Straight alpha weighs the colours, and the result
/// is straight again, 0 where alpha is 0. The area average is exact and rounded once. The other filters, widened when
/// shrinking so that nothing aliases, are sums of `Float`: within 0.005 of an 8-bit and 0.05 of a 16-bit sample of the
/// exact value before it is rounded, colours of 16 bits as much less exact as their alpha is small. Weights beyond
/// the image's edge are left out, the rest sums to 1, and what overshoots the samples' range is clamped. Same size:
/// the same pixels, no copy. Throws `unsupported` for linear light of CMYK, `invalidRequest` for a size that cannot be,
/// and `outOfMemory`.
public struct ResizeProcessor: ImageProcessor, Hashable {
  /// `exact` enlarges where it has to; `fit` and `fill` only with `allowsEnlarging`.
  public let fitting: SizeFitting
  public let filter: ResizeFilter
  /// What stays of an image that `fill` makes reach beyond its box; `nil` leaves it whole. Of an image
  /// that is not enlarged, the box cuts off what reaches beyond it.
  public let gravity: Gravity?
  public let allowsEnlarging: Bool
  /// Whether light is mixed rather than its encoding, taken to be that of sRGB (IEC 61966-2-1) whatever
  /// the image says. Gray and colour; the area average is then a sum of `Float`, too.
  public let isInLinearLight: Bool

  public init(
    _ fitting: SizeFitting, filter: ResizeFilter = .areaAverage, gravity: Gravity? = nil,
    allowsEnlarging: Bool = false, isInLinearLight: Bool = false
  ) {
    self.fitting = fitting
    self.filter = filter
    self.gravity = gravity
    self.allowsEnlarging = allowsEnlarging
    self.isInLinearLight = isInLinearLight
  }

  public init(_ fitting: SizeFitting, _ options: ResizeOptions) {
    self.init(
      fitting, filter: options.filter, gravity: options.gravity, allowsEnlarging: options.allowsEnlarging,
      isInLinearLight: options.isInLinearLight)
  }

  public init(width: Int, height: Int, filter: ResizeFilter = .areaAverage) {
    self.init(.exact(ImageSize(width: width, height: height)), filter: filter)
  }

  public var identity: String {
    let (mode, size) =
      switch fitting {
      case .exact(let size): ("exact", size)
      case .fit(let size): ("fit", size)
      case .fill(let size): ("fill", size)
      }
    let place = gravity?.rawValue ?? "whole"
    let limit = allowsEnlarging ? "enlarging" : "shrinking"
    let light = isInLinearLight ? "linear" : "encoded"
    return "resize(\(mode),\(size.width)x\(size.height),\(filter.rawValue),\(place),\(limit),\(light))"
  }

  /// What becomes of an image of `size`.
  public func plan(for size: ImageSize) -> ResizePlan {
    let scaled = allowsEnlarging ? fitting.enlargingSize(for: size) : fitting.size(for: size)
    guard case .fill(let box) = fitting, let gravity else { return ResizePlan(from: size, to: scaled) }
    let part = ImageSize(width: min(max(box.width, 1), scaled.width), height: min(max(box.height, 1), scaled.height))
    let origin = gravity.origin(of: part, in: scaled)
    let window = PixelRectangle(x: origin.x, y: origin.y, width: part.width, height: part.height)
    return ResizePlan(from: size, to: scaled, window: window)
  }

  public func process(_ pixels: PixelBuffer, pool: PixelBufferPool) throws(ImageError) -> PixelBuffer {
    let plan = plan(for: pixels.size)
    guard !plan.isIdentity else { return pixels }
    let surface = try pool.surface(
      width: plan.target.width, height: plan.target.height, format: pixels.format, color: pixels.color)
    let resizer = try RowResizer(plan, filter: filter, isInLinearLight: isInLinearLight, into: surface)
    try resizer.push(pixels)
    return surface.freeze()
  }
}

extension SizeFitting {
  /// As `size(for:)`, but images smaller than the box are enlarged. Sides end at 2^40, which no layout has.
  func enlargingSize(for size: ImageSize) -> ImageSize {
    switch self {
    case .exact: self.size(for: size)
    case .fit(let box): Self.scale(size, to: box, covering: false)
    case .fill(let box): Self.scale(size, to: box, covering: true)
    }
  }

  private static func scale(_ size: ImageSize, to box: ImageSize, covering: Bool) -> ImageSize {
    let (width, height) = (Double(max(box.width, 1)), Double(max(box.height, 1)))
    let across = width / Double(size.width)
    let down = height / Double(size.height)
    // The side that decides is the box's own, to the pixel.
    return (across < down) != covering
      ? ImageSize(width: side(width), height: side(Double(size.height) * across))
      : ImageSize(width: side(Double(size.width) * down), height: side(height))
  }

  private static func side(_ length: Double) -> Int { Int(min(max(length.rounded(), 1), 0x1p40)) }
}
