/// Up to 256 colours and their indices, by an open hash.
struct ColorTable {
  /// Red, green and blue from the lowest byte on, in the order in which they came.
  private(set) var colors: [UInt32] = []
  /// Colour and index of each place; the top byte tells a colour from an empty place.
  private var places = [UInt32](repeating: 0, count: 1024)
  private var indices = [UInt8](repeating: 0, count: 1024)

  static let capacity = 256

  init() {}

  init(colors: [UInt32]) {
    for color in colors { _ = add(color) }
  }

  /// The index of a pixel's colour, which becomes known; `nil` when there is no room for it.
  @inline(__always)
  mutating func add(_ pixel: UInt32) -> UInt8? {
    let pixel = pixel | 0xFF00_0000
    var place = Self.place(of: pixel)
    while places[place] != 0 {
      if places[place] == pixel { return indices[place] }
      place = (place + 1) & 1023
    }
    guard colors.count < Self.capacity else { return nil }
    places[place] = pixel
    indices[place] = UInt8(colors.count)
    colors.append(pixel)
    return indices[place]
  }

  /// `nil` when the colour is not known.
  @inline(__always)
  func index(of pixel: UInt32) -> UInt8? {
    let pixel = pixel | 0xFF00_0000
    var place = Self.place(of: pixel)
    while places[place] != 0 {
      if places[place] == pixel { return indices[place] }
      place = (place + 1) & 1023
    }
    return nil
  }

  private static func place(of pixel: UInt32) -> Int { Int((pixel &* 0x9E37_79B1) >> 22) }
}
