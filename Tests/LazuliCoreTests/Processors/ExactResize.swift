import Glibc
import LazuliCore
import LazuliTestSupport

/// Resizing in double precision, straight from the definition: every source pixel in the filter's reach, twice over.
struct ExactResize {
  /// The samples before they are rounded, in the order of `Samples`, alpha clamped and colours not.
  private(set) var values: [Double] = []
  private let source: Samples
  private let isLinear: Bool

  /// Of the source's sides, only `extent` is spread over the target.
  init(
    _ source: Samples, extent: (Double, Double)? = nil, _ width: Int, _ height: Int, _ filter: ResizeFilter,
    isLinear: Bool
  ) {
    self.source = source
    self.isLinear = isLinear
    let (across, down) = extent ?? (Double(source.width), Double(source.height))
    let columns = (0..<width).map { Self.weights($0, source.width, across / Double(width), filter) }
    let rows = (0..<height).map { Self.weights($0, source.height, down / Double(height), filter) }
    for row in rows {
      for column in columns { values += pixel(row, column) }
    }
  }

  private static func weights(
    _ index: Int, _ source: Int, _ scale: Double, _ filter: ResizeFilter
  ) -> [(Int, Double)] {
    let center = (Double(index) + 0.5) * scale
    let raw = (0..<source).map { sample in
      let left = Double(sample)
      guard filter != .areaAverage else {
        return max(min(left + 1, Double(index + 1) * scale) - max(left, Double(index) * scale), 0)
      }
      let x = abs(left + 0.5 - center) / max(scale, 1)
      return filter == .catmullRom ? cubic(x) : lanczos(x)
    }
    let sum = raw.reduce(0, +)
    return raw.enumerated().filter { $0.element != 0 }.map { ($0.offset, $0.element / sum) }
  }

  private static func lanczos(_ x: Double) -> Double {
    if x == 0 { return 1 }
    return x < 3 ? 3 * sin(.pi * x) * sin(.pi * x / 3) / (.pi * .pi * x * x) : 0
  }

  private static func cubic(_ x: Double) -> Double {
    let a = -0.5
    if x < 1 { return (a + 2) * x * x * x - (a + 3) * x * x + 1 }
    return x < 2 ? a * x * x * x - 5 * a * x * x + 8 * a * x - 4 * a : 0
  }

  private func pixel(_ row: [(Int, Double)], _ column: [(Int, Double)]) -> [Double] {
    let last = source.format.samplesPerPixel - 1
    let isStraight = source.format.hasAlpha && (source.format != .rgba8Premultiplied || isLinear)
    var sums = Array(repeating: 0.0, count: last + 1)
    for (y, down) in row {
      for (x, across) in column {
        let alpha = isStraight ? Double(source[x, y, last]) : 1
        for sample in 0...last {
          let isAlpha = sample == last && source.format.hasAlpha
          let value = isAlpha ? Double(source[x, y, sample]) : light(x, y, sample)
          sums[sample] += value * down * across * (isAlpha ? 1 : alpha)
        }
      }
    }
    if isStraight { return straight(sums) }
    let values = sums.map { clamped(code($0)) }
    // No colour exceeds its alpha.
    return source.format == .rgba8Premultiplied ? values.map { min($0, max(values[3].rounded(), values[3])) } : values
  }

  private func clamped(_ value: Double) -> Double { min(max(value, 0), Double(source.maximum)) }

  private func straight(_ sums: [Double]) -> [Double] {
    let alpha = clamped(sums.last!)
    guard alpha.rounded() > 0 else { return sums.map { _ in 0 } }
    let colors = sums.dropLast().map { clamped(code($0 / sums.last!)) }
    guard source.format == .rgba8Premultiplied else { return colors + [alpha] }
    return colors.map { $0.rounded() * alpha.rounded() / 255 } + [alpha]
  }

  /// What is mixed of a colour sample.
  private func light(_ x: Int, _ y: Int, _ sample: Int) -> Double {
    var value = Double(source[x, y, sample])
    guard isLinear else { return value }
    if source.format == .rgba8Premultiplied {
      let alpha = Double(source[x, y, 3])
      value = alpha == 0 ? 0 : (value * 255 / alpha).rounded()
    }
    let part = value / Double(source.maximum)
    return part <= 0.04045 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4)
  }

  private func code(_ value: Double) -> Double {
    guard isLinear else { return value }
    let part = value <= 0.0031308 ? 12.92 * value : 1.055 * pow(value, 1 / 2.4) - 0.055
    return part * Double(source.maximum)
  }
}
