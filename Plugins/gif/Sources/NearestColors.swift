import LazuliPluginKit

/// Finds the colour of a palette that is nearest to another one, in cells of 4 × 4 × 4, each looked up once.
final class NearestColors {
  private let colors: [SIMD4<Float>]
  private let order: ColorOrder
  /// One more than the index; 0 for a cell that nobody has asked for.
  private let found: Memory<UInt16>

  private init(_ colors: [SIMD4<Float>], _ found: Memory<UInt16>) {
    self.colors = colors
    order = ColorOrder(colors)
    self.found = found
  }

  static func make(_ palette: [UInt32]) throws(PluginError) -> NearestColors {
    let colors = palette.map { SIMD4(Float($0 & 0xFF), Float($0 >> 8 & 0xFF), Float($0 >> 16 & 0xFF), 0) }
    return NearestColors(colors, try .make(count: 1 << 18))
  }

  /// Each lane of `color` is 0 to 255.
  @inline(__always)
  func index(of color: SIMD4<Float>) -> Int {
    let cell = (Int(color.x) >> 2) << 12 | (Int(color.y) >> 2) << 6 | Int(color.z) >> 2
    let known = found.start[cell]
    if known != 0 { return Int(known) - 1 }
    let index = search(color)
    found.start[cell] = UInt16(index + 1)
    return index
  }

  @inline(__always)
  subscript(_ index: Int) -> SIMD4<Float> {
    colors.withUnsafeBufferPointer { $0[index] }
  }

  /// The middle of the cell stands for all of it.
  private func search(_ color: SIMD4<Float>) -> Int {
    order.nearest(to: SIMD4(Self.middle(color.x), Self.middle(color.y), Self.middle(color.z), 0))
  }

  private static func middle(_ value: Float) -> Float { Float(Int(value) & ~3) + 1.5 }
}
