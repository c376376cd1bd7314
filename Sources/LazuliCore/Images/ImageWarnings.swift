/// Warnings of one image: a damaged file may have millions, of which the first are kept.
public struct ImageWarnings: Sendable, Hashable {
  public static let maximumKeptCount = 64

  /// The first of them.
  public private(set) var kept: [ImageWarning] = []
  /// How many there were.
  public private(set) var count = 0

  public init(_ warnings: [ImageWarning] = []) {
    for warning in warnings { append(warning) }
  }

  public mutating func append(_ warning: ImageWarning) {
    count += 1
    if kept.count < Self.maximumKeptCount { kept.append(warning) }
  }

  public static func + (first: ImageWarnings, second: ImageWarnings) -> ImageWarnings {
    var sum = first
    sum.count += second.count
    sum.kept += second.kept.prefix(maximumKeptCount - sum.kept.count)
    return sum
  }
}
