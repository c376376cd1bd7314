/// Reads what a terminal makes of the last sixel string in some output.
struct SixelReader {
  private var picture: ShownPicture
  private var colors: [Int: UInt32] = [:]
  private var color: UInt32 = 0
  private var (x, top) = (0, 0)
  private var rest: ArraySlice<UInt8>

  /// `nil` where there is none with a size.
  static func lastPicture(in output: [UInt8]) -> ShownPicture? {
    let introducer = Array("\u{1B}P".utf8)
    guard let start = output.indices.last(where: { output[$0...].starts(with: introducer) }) else { return nil }
    let body = output[(start + 1)...].prefix { $0 != 0x1B }.drop { $0 != UInt8(ascii: "q") }.dropFirst()
    guard body.first == UInt8(ascii: "\"") else { return nil }
    var reader = SixelReader(rest: body.dropFirst())
    return reader.read()
  }

  private init(rest: ArraySlice<UInt8>) {
    self.rest = rest
    picture = ShownPicture(width: 0, height: 0)
    let numbers = numbers()
    picture = ShownPicture(width: numbers[2], height: numbers[3])
  }

  private mutating func read() -> ShownPicture {
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "#"): takeColor()
      case UInt8(ascii: "!"):
        let count = numbers()[0]
        if let sixel = rest.popFirst() { draw(sixel, count) }
      case UInt8(ascii: "$"): x = 0
      case UInt8(ascii: "-"): (x, top) = (0, top + 6)
      case 63...126: draw(byte, 1)
      default: break
      }
    }
    return picture
  }

  private mutating func takeColor() {
    let numbers = numbers()
    if numbers.count == 5 {
      let samples = numbers[2...].map { UInt32(($0 * 255 + 50) / 100) }
      colors[numbers[0]] = samples[0] | samples[1] << 8 | samples[2] << 16 | 0xFF00_0000
    } else {
      color = colors[numbers[0]] ?? 0
    }
  }

  private mutating func draw(_ sixel: UInt8, _ count: Int) {
    for _ in 0..<count {
      for row in 0..<6 where (sixel - 63) >> UInt8(row) & 1 == 1 && x < picture.width && top + row < picture.height {
        picture.words[(top + row) * picture.width + x] = color
      }
      x += 1
    }
  }

  /// Numbers with ";" between them.
  private mutating func numbers() -> [Int] {
    let text = rest.prefix { (0x30...0x39).contains($0) || $0 == UInt8(ascii: ";") }
    rest = rest.dropFirst(text.count)
    return String(decoding: text, as: UTF8.self).split(separator: ";").compactMap { Int($0) }
  }
}
