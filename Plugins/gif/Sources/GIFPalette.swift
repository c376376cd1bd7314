/// A colour table as pixels: every index has one, those without a colour are transparent.
struct GIFPalette {
  /// In memory order red, green, blue, alpha.
  private var pixels = [UInt32](repeating: 0, count: 256)
  /// Colours that the table holds.
  private(set) var count = 0

  init() {}

  /// From red, green, blue triples; a last one that is cut off is left out.
  init(_ table: UnsafeRawBufferPointer) {
    count = table.count / 3 < 256 ? table.count / 3 : 256
    for index in 0..<count {
      let color =
        UInt32(table[index * 3]) | UInt32(table[index * 3 + 1]) << 8 | UInt32(table[index * 3 + 2]) << 16
      pixels[index] = (color | 0xFF00_0000).littleEndian
    }
  }

  func withTransparent(_ index: UInt8?) -> GIFPalette {
    guard let index else { return self }
    var palette = self
    palette.pixels[Int(index)] = 0
    return palette
  }

  /// Writes one row of RGBA.
  func paint(_ indices: UnsafePointer<UInt8>, count: Int, to row: UnsafeMutablePointer<UInt8>) {
    let target = UnsafeMutableRawPointer(row)
    pixels.withUnsafeBufferPointer { pixels in
      for x in 0..<count {
        target.storeBytes(of: pixels[Int(indices[x])], toByteOffset: x * 4, as: UInt32.self)
      }
    }
  }
}
