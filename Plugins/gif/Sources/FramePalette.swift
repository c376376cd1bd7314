/// The colours of one image, with an index for what is not drawn.
struct FramePalette {
  let table: ColorTable
  /// The one behind the last colour.
  let transparentIndex: UInt8?

  /// With all 256 colours used there is no transparent index, whether it is wanted or not.
  init(_ table: ColorTable, hasTransparent: Bool) {
    self.table = table
    transparentIndex = hasTransparent && table.colors.count < 256 ? UInt8(table.colors.count) : nil
  }

  /// Bits of an index; 1 to 8.
  var bitCount: Int {
    let count = table.colors.count + (transparentIndex == nil ? 0 : 1)
    return count <= 2 ? 1 : Int.bitWidth - (count - 1).leadingZeroBitCount
  }

  /// Red, green, blue of all indices that there are bits for.
  var bytes: [UInt8] {
    var bytes = table.colors.flatMap { color in [0, 8, 16].map { UInt8(truncatingIfNeeded: color >> $0) } }
    bytes += [UInt8](repeating: 0, count: (3 << bitCount) - bytes.count)
    return bytes
  }

  /// Whether every colour of another palette is here too, and a transparent index where that has one.
  func holds(_ other: FramePalette) -> Bool {
    guard other.transparentIndex == nil || transparentIndex != nil else { return false }
    return other.table.colors.allSatisfy { table.index(of: $0) != nil }
  }
}
