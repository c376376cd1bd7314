/// Writes a picture as a DEC sixel string: bands of six lines, in each of them one pass for each colour.
///
/// Pixels that are not there are left as they are on the screen. Source: DEC STD 070, chapter 9, and the
/// VT330/VT340 programmer reference manual, chapter 14.
struct SixelWriter {
  private let picture: IndexedPicture
  private var output: [UInt8] = []
  /// For each colour the sixels of the band under way.
  private var sixels: [UInt8]
  /// For each colour the columns in which it has any.
  private var columns: [Range<Int>]

  init(_ picture: IndexedPicture) {
    self.picture = picture
    let count = picture.palette.percents.count
    sixels = [UInt8](repeating: 0, count: count * picture.width)
    columns = [Range<Int>](repeating: 0..<0, count: count)
  }

  consuming func bytes() -> [UInt8] {
    output.reserveCapacity(picture.indices.count / 2 + 4096)
    // Pixels are square, and those without a sixel keep what is there.
    write("\u{1B}P0;1;0q\"1;1;\(picture.width);\(picture.height)")
    for (index, color) in picture.palette.percents.enumerated() {
      write("#\(index);2;\(color.x);\(color.y);\(color.z)")
    }
    for top in stride(from: 0, to: picture.height, by: 6) {
      if top > 0 { output.append(UInt8(ascii: "-")) }
      collect(top..<min(top + 6, picture.height))
      writeBand()
    }
    write("\u{1B}\\")
    return output
  }

  private mutating func collect(_ rows: Range<Int>) {
    let width = picture.width
    for y in rows {
      let bit = UInt8(1) << UInt8(y - rows.lowerBound)
      for x in 0..<width {
        let index = picture.indices[y * width + x]
        guard index != IndexedPicture.transparent else { continue }
        let color = Int(index)
        sixels[color * width + x] |= bit
        let range = columns[color]
        columns[color] = range.isEmpty ? x..<x + 1 : min(range.lowerBound, x)..<max(range.upperBound, x + 1)
      }
    }
  }

  private mutating func writeBand() {
    var isFirst = true
    for color in columns.indices where !columns[color].isEmpty {
      if !isFirst { output.append(UInt8(ascii: "$")) }
      isFirst = false
      write("#\(color)")
      writeLine(of: color, columns[color])
      columns[color] = 0..<0
    }
  }

  /// One colour's sixels from the left edge on; clears them.
  private mutating func writeLine(of color: Int, _ columns: Range<Int>) {
    let start = color * picture.width
    writeRun(of: 0, columns.lowerBound)
    var run = (sixel: sixels[start + columns.lowerBound], length: 0)
    for x in columns {
      let sixel = sixels[start + x]
      sixels[start + x] = 0
      if sixel != run.sixel {
        writeRun(of: run.sixel, run.length)
        run = (sixel, 0)
      }
      run.length += 1
    }
    writeRun(of: run.sixel, run.length)
  }

  private mutating func writeRun(of sixel: UInt8, _ length: Int) {
    let symbol = sixel + 63
    guard length > 3 else {
      for _ in 0..<length { output.append(symbol) }
      return
    }
    write("!\(length)")
    output.append(symbol)
  }

  private mutating func write(_ text: String) { output += text.utf8 }
}
