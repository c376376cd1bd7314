import LazuliTestKit
import Testing

@testable import Lazuli

@Suite("Previews of images that come in passes")
struct PassPreviewTests {
  /// Of a pixel in each pass of Adam7 (PNG third edition, 8.1).
  private static let adam7 = [(8, 8), (4, 8), (4, 4), (2, 4), (2, 2), (1, 2)]

  @Test("Each pass of Adam7 is shown, its pixels as blocks", arguments: ["png/interlaced.png", "png/interlaced16.png"])
  func adam7(file: String) throws {
    let run = try PreviewRun(fixture(file), piece: 1)
    let final = try #require(run.result).pixels
    #expect(run.previews.count >= 6)
    for (width, height) in Self.adam7 {
      let isShown = run.previews.contains { preview in
        preview.image.pixels.matches(final) { x, y in (x - x % width, y - y % height) }
      }
      #expect(isShown, "blocks of \(width)×\(height)")
    }
  }

  @Test("Of an interlaced GIF each row is its own or stands for those that follow")
  func gif() throws {
    // Its data come in blocks, of which one may end several passes.
    let run = try PreviewRun(fixture("gif/interlaced.gif"), piece: 1)
    let final = try #require(run.result).pixels
    #expect(!run.previews.isEmpty)
    for preview in run.previews {
      let areRight = (0..<final.height).allSatisfy { y in
        [1, 2, 4, 8].contains { preview.image.pixels.row(y) == final.row(y - y % $0) }
      }
      #expect(areRight, "behind \(preview.byteCount) bytes")
    }
  }

  @Test("Each scan of a progressive JPEG is shown, nearer to the picture than the one before")
  func scans() throws {
    let run = try PreviewRun(fixture("jpeg/progressive.jpeg"), piece: 1)
    let final = try #require(run.result).pixels
    #expect(run.previews.count >= 8)
    let differences = run.previews.map { $0.image.pixels.difference(from: final) }
    #expect(differences == differences.sorted(by: >), "\(differences)")
    #expect(differences.last == 0)
  }

  @Test(
    "Who comes when passes were passed over sees what they gave",
    arguments: ["png/interlaced.png", "png/interlaced16.png", "gif/interlaced.gif", "jpeg/progressive.jpeg"])
  func late(file: String) throws {
    let file = try fixture(file)
    let whole = PreviewRun(wantsPreviews: false)
    try whole.feed(file)
    try whole.end()
    let final = try #require(whole.result).pixels
    for start in stride(from: file.count / 4, to: file.count * 3 / 4, by: 37) {
      let run = PreviewRun(wantsPreviews: false)
      try run.feed(Array(file[..<start]))
      run.receiver.wantsPreviews = true
      for byte in file[start...] { try run.feed([byte]) }
      try run.end()
      #expect(!run.previews.isEmpty)
      #expect(try #require(run.result).pixels.matches(final))
      guard final.gapCount == 0 else { continue }
      // Rows that came are whole, the others are not there at all.
      let areWhole = run.previews.allSatisfy { $0.image.pixels.gapCount % final.width == 0 }
      #expect(areWhole, "from byte \(start) on")
    }
  }

  @Test("A scan that was passed over is shown when nothing more comes")
  func stalled() throws {
    let file = try fixture("jpeg/progressive.jpeg")
    let run = PreviewRun(wantsPreviews: false)
    try run.feed(Array(file[..<(file.count / 2)]))
    #expect(run.receiver.nextPreviewTime == nil)
    run.receiver.wantsPreviews = true
    #expect(run.receiver.nextPreviewTime == run.clock.now)
    try run.goOn()
    #expect(run.previews.count == 1)
    #expect(run.receiver.nextPreviewTime == nil)
    try run.feed(Array(file[(file.count / 2)...]))
    try run.end()
    #expect(run.result?.isComplete == true)
  }

  @Test("With a target size passes are shown too, in that size, and the image is the same as without previews")
  func targetSize() throws {
    let options = ImageOptions(fitting: ImageSize(width: 10, height: 10))
    for name in ["jpeg/progressive.jpeg", "png/interlaced.png", "gif/interlaced.gif"] {
      let run = try PreviewRun(fixture(name), piece: 1, options)
      let plain = PreviewRun(options, wantsPreviews: false)
      try plain.feed(fixture(name))
      try plain.end()
      let final = try #require(run.result).pixels
      #expect(run.previews.count >= 2)
      #expect(run.previews.allSatisfy { $0.image.width == final.width && $0.image.height == final.height })
      #expect(try final.matches(#require(plain.result).pixels))
    }
  }
}

extension PixelBuffer {
  /// Of all samples together.
  fileprivate func difference(from other: PixelBuffer) -> Int {
    (0..<height).reduce(0) { sum, y in sum + zip(row(y), other.row(y)).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) } }
  }

  /// Pixels of zeros.
  fileprivate var gapCount: Int {
    (0..<height).reduce(0) { sum, y in sum + (0..<width).count { x in pixel(x, y).allSatisfy { $0 == 0 } } }
  }
}
