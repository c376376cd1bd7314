import Lazuli
import LazuliTestSupport
import Testing

@testable import LazuliTool

@Suite("Pictures as sixels")
struct SixelTests {
  private let graphics = SixelGraphics(cell: ImageSize(width: 10, height: 20))

  private func shown(_ pixels: PixelBuffer, _ graphics: SixelGraphics? = nil) throws -> ShownPicture {
    try #require(SixelReader.lastPicture(in: (graphics ?? self.graphics).drawing(of: pixels, isRepaint: false).bytes))
  }

  @Test("Few colours come back as exactly as hundredths allow", arguments: [(1, 1), (7, 6), (33, 13), (4, 20)])
  func fewColors(width: Int, height: Int) throws {
    let picture = try TestPictures.picture(width: width, height: height) { x, y in
      (x % 4 * 85, y % 5 * 63, (x + y) % 3 * 127, 255)
    }
    let shown = try shown(picture)
    #expect(shown.width == width && shown.height == height)
    #expect(shown.difference(from: ShownPicture(picture)).maximum <= 2)
  }

  @Test("Many colours: any eight by eight pixels have the colour that they should have")
  func manyColors() throws {
    let picture = try TestPictures.gradient()
    let difference = try shown(picture).difference(from: ShownPicture(picture))
    // libsixel's own encoder: 5.0 and 10.3 on this picture.
    #expect(difference.mean < 4, "\(difference)")
    #expect(difference.ofMeans < 6, "\(difference)")
  }

  @Test("A terminal with sixteen colours gets no more")
  func sixteenColors() throws {
    let picture = try TestPictures.gradient()
    let shown = try shown(picture, SixelGraphics(cell: graphics.cell, colorCount: 16))
    #expect(Set(shown.words).count <= 16)
    // libsixel's own encoder: 12.0 on this picture; within a fifth of that.
    #expect(shown.difference(from: ShownPicture(picture)).mean < 14.4)
  }

  @Test("Where nothing is, nothing is drawn; what shines through lies on the background where that is known")
  func transparency() throws {
    let picture = try TestPictures.picture(width: 3, height: 1) { x, _ in (200, 100, 0, [0, 100, 200][x]) }
    let unknown = try shown(picture)
    #expect(unknown.words[0] == 0 && unknown.words[1] == 0 && unknown.words[2] & 255 > 190)
    let white = try shown(picture, SixelGraphics(cell: graphics.cell, background: .white))
    #expect(white.words[0] == 0)
    // 200 and 100 of 255 over white: 255 − (255 − sample) · alpha / 255.
    let samples = white.words[1...].map { [Int($0 & 255), Int($0 >> 8 & 255), Int($0 >> 16 & 255)] }
    for (sample, expected) in zip(samples.flatMap(\.self), [233, 194, 155, 212, 133, 55]) {
      #expect(abs(sample - expected) <= 2, "\(samples)")
    }
  }

  @Test("Over a frame with other pixels the old ones go, where the new ones leave them free")
  func repaint() throws {
    func isErased(_ alpha: Int) throws -> Bool {
      let picture = try TestPictures.picture(width: 2, height: 2) { x, _ in (1, 2, 3, x == 0 ? alpha : 255) }
      return String(decoding: graphics.drawing(of: picture, isRepaint: true).bytes, as: UTF8.self).contains("\u{1B}[J")
    }
    #expect(try isErased(0))
    #expect(try !isErased(255))
  }

  @Test(
    "A picture keeps the lines free that it takes, and not one more",
    arguments: [(1, 1), (20, 1), (21, 2), (60, 3)])
  func lines(height: Int, expected: Int) throws {
    let picture = try TestPictures.picture(width: 1, height: height) { _, _ in (1, 2, 3, 255) }
    let drawing = graphics.drawing(of: picture, isRepaint: false)
    #expect(drawing.rowCount == expected)
    #expect(drawing.bytes.filter { $0 == UInt8(ascii: "\n") }.count == expected)
  }

  @Test("Another decoder, libsixel's, sees the same picture")
  func foreign() throws {
    guard Shell.has("sixel2png") else {
      print("sixel2png: not installed (libsixel-bin), skipped")
      return
    }
    let picture = try TestPictures.gradient()
    let bytes = graphics.drawing(of: picture, isRepaint: false).bytes
    let begin = try #require(bytes.indices.first { bytes[$0...].starts(with: Array("\u{1B}P".utf8)) })
    let end = try #require(bytes.lastIndex(of: UInt8(ascii: "\\")))
    let tool = try ToolRun(["a.six": Array(bytes[begin...end])])
    let raw = tool("sixel2png -i a.six -o b.png && lazuli fetch --format rgba -o - b.png | od -An -v -tu1")
    #expect(raw.status == 0, "\(raw.output)")
    let samples = raw.output.split(whereSeparator: \.isWhitespace).compactMap { UInt32($0) }
    var seen = ShownPicture(width: picture.width, height: picture.height)
    try #require(samples.count == seen.words.count * 4)
    for index in seen.words.indices {
      seen.words[index] = (0..<4).reduce(0) { $0 | samples[index * 4 + $1] << UInt32(8 * $1) }
    }
    // A hundredth may be rounded to either side.
    #expect(try shown(picture).difference(from: seen).maximum <= 1)
  }
}
