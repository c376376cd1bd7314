import EngineTestSupport
import Lazuli
import LazuliTestSupport
import Testing

/// Pictures of other people, written and read again.
@Suite("Writing again what was read")
struct WritingAgainTests {
  private let pipeline = ImagePipeline.built()

  @Test(
    "An animation keeps every frame as it is seen, delays and plays",
    arguments: [
      ("gif/pygif", ".gif", "gif"), ("gif/pygif", ".gif", "png"), ("gif/giflib", ".gif", "gif"),
      ("png/apng", ".png", "png"),
    ])
  func animations(_ folder: String, _ ending: String, _ format: String) async throws {
    guard let cases = Cases.folder(folder) else { return }
    var tally = Tally("\(folder) as \(format)")
    for file in try cases.names(endingWith: ending) {
      let bytes = try cases.bytes(file)
      guard bytes.count < 100_000, let image = try? await pipeline.image(from: bytes) else { continue }
      // What is damaged further on has no frames to compare.
      guard let wanted = try? await Seen(image), wanted.pixels.count < 40 else { continue }
      tally.add(file, try await objections(to: image, as: format, wanted))
    }
    tally.finish()
  }

  private func objections(to image: DecodedImage, as format: String, _ wanted: Seen) async throws -> [String] {
    let file = try await pipeline.encode(image, as: EncodeRequest(format))
    let seen = try await Seen(pipeline.image(from: file))
    var objections: [String] = []
    if seen.delays != wanted.delays { objections.append("delays \(seen.delays), not \(wanted.delays)") }
    if seen.playCount != wanted.playCount { objections.append("\(seen.playCount) plays, not \(wanted.playCount)") }
    if seen.pixels.count != wanted.pixels.count { objections.append("\(seen.pixels.count) frames") }
    for (index, (a, b)) in zip(seen.pixels, wanted.pixels).enumerated() where a != b {
      objections.append("frame \(index) differs")
    }
    return objections
  }
}

/// An image as it is seen: RGBA8 without gaps, zeros behind no alpha.
private struct Seen {
  var pixels: [[UInt8]] = []
  var delays: [Double] = []
  var playCount = 1

  init(_ image: DecodedImage) async throws {
    guard let frames = image.frames else {
      pixels = [Self.seen(image.pixels)]
      return
    }
    playCount = frames.playCount
    let pass = frames.makePass()
    while let frame = try await pass.next() {
      pixels.append(Self.seen(frame.pixels))
      delays.append(Double(frame.delay.numerator) / Double(frame.delay.denominator))
    }
    // One frame is written as a still image.
    if pixels.count == 1 { (delays, playCount) = ([], 1) }
  }

  private static func seen(_ pixels: PixelBuffer) -> [UInt8] {
    pixels.withUnsafeBytes { bytes in
      (0..<pixels.height).flatMap { y in
        (0..<pixels.width * 4).map { place in
          let start = y * pixels.bytesPerRow + place
          return bytes[start | 3] == 0 ? 0 : bytes[start]
        }
      }
    }
  }
}
