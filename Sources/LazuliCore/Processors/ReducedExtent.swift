/// How far the picture reaches in an image that was decoded at reduced size.
///
/// Reduced sides are rounded up: 500 pixels at 5/8 are 312.5, in a row of 313. The rest of the last
/// pixel is none of the picture's.
public struct ReducedExtent: Sendable, Hashable {
  /// The size that was reduced.
  public let stored: ImageSize
  public let numerator: Int
  public let denominator: Int

  /// The scale is above 0 and 1 at the most.
  public init?(of stored: ImageSize, numerator: Int, denominator: Int) {
    guard numerator > 0, numerator <= denominator else { return nil }
    self.stored = stored
    self.numerator = numerator
    self.denominator = denominator
  }

  /// All of an image.
  init(whole: ImageSize) {
    stored = whole
    numerator = 1
    denominator = 1
  }

  /// The sides rounded up, as images have them; `nil` for sides beyond all bounds.
  public var size: ImageSize? {
    guard let width = scaled(stored.width), let height = scaled(stored.height) else { return nil }
    return ImageSize(width: width, height: height)
  }

  private func scaled(_ side: Int) -> Int? {
    let (product, overflow) = side.multipliedReportingOverflow(by: numerator)
    guard !overflow else { return nil }
    let (whole, rest) = product.quotientAndRemainder(dividingBy: denominator)
    return rest > 0 ? whole + 1 : whole
  }

  typealias Ratio = (source: Int, target: Int)

  /// The reduced side to `target`, without their common divisor; `nil` when a product overflows.
  func ratio(ofSide side: Int, to target: Int) -> Ratio? {
    let (source, sourceOverflow) = side.multipliedReportingOverflow(by: numerator)
    let (target, targetOverflow) = target.multipliedReportingOverflow(by: denominator)
    guard !sourceOverflow, !targetOverflow else { return nil }
    var (a, b) = (source, target)
    while b != 0 { (a, b) = (b, a % b) }
    return a > 0 ? (source / a, target / a) : nil
  }
}
