import LazuliABI

/// Up to 256 colours with their alpha, and their indices, by an open hash.
struct ColorPalette {
  /// Red, green, blue, alpha from the lowest byte on.
  private(set) var colors: [UInt32] = []
  private var places = [UInt32](repeating: 0, count: 1024)
  /// One more than the index; 0 where nothing is.
  private var indices = [UInt16](repeating: 0, count: 1024)

  /// False when there is no room for one more.
  mutating func add(_ color: UInt32) -> Bool {
    let place = place(of: color)
    guard indices[place] == 0 else { return true }
    guard colors.count < 256 else { return false }
    colors.append(color)
    places[place] = color
    indices[place] = UInt16(colors.count)
    return true
  }

  /// The same with the colours that are not opaque in front: tRNS ends with the last of them.
  var sorted: ColorPalette {
    var palette = ColorPalette()
    for color in colors where color < 0xFF00_0000 { _ = palette.add(color) }
    for color in colors where color >= 0xFF00_0000 { _ = palette.add(color) }
    return palette
  }

  var bitDepth: Int { colors.count <= 2 ? 1 : colors.count <= 4 ? 2 : colors.count <= 16 ? 4 : 8 }

  /// What PLTE holds.
  var bytes: [UInt8] {
    colors.flatMap { color in [0, 8, 16].map { UInt8(truncatingIfNeeded: color >> $0) } }
  }

  /// What tRNS holds.
  var alphas: [UInt8] {
    colors.prefix { $0 < 0xFF00_0000 }.map { UInt8($0 >> 24) }
  }

  /// 0 for a colour which is not here.
  @inline(__always)
  func index(of row: UnsafePointer<UInt8>, at x: Int, _ format: UInt32) -> UInt8 {
    UInt8(truncatingIfNeeded: max(indices[place(of: Self.color(row, at: x, format))], 1) - 1)
  }

  @inline(__always)
  static func color(_ row: UnsafePointer<UInt8>, at x: Int, _ format: UInt32) -> UInt32 {
    switch format {
    case LZL_FORMAT_GRAY8: UInt32(row[x]) * 0x01_0101 | 0xFF00_0000
    case LZL_FORMAT_GRAYA8: UInt32(row[x * 2]) * 0x01_0101 | UInt32(row[x * 2 + 1]) << 24
    default: UInt32(littleEndian: UnsafeRawPointer(row).loadUnaligned(fromByteOffset: x * 4, as: UInt32.self))
    }
  }

  /// Where a colour is, or would be.
  @inline(__always)
  private func place(of color: UInt32) -> Int {
    var place = Int((color &* 0x9E37_79B1) >> 22)
    while indices[place] != 0, places[place] != color { place = (place + 1) & 1023 }
    return place
  }
}
