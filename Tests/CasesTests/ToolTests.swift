import EngineTestSupport
import Lazuli
import LazuliTestSupport
import Testing

@Suite("The command lazuli")
struct ToolTests {
  private let pipeline = ImagePipeline.built()
  private static let files = [
    "png/pngsuite/png__basi6a08.png", "png/pngsuite/png__basn0g04.png", "png/pngsuite/png__tbbn3p08.png",
    "png/apng/000.png", "png/apng/002.png", "png/apng/016.png", "png/apng/035.png",
    "jpeg/exif-orientation/Portrait_6.jpg", "jpeg/reftest/tests__reftest__images__ycck.jpg",
    "jpeg/reftest/tests__reftest__images__mozilla__jpg-gray.jpg",
    "gif/giflib/pic__fire.gif", "gif/giflib/pic__treescap-interlaced.gif", "gif/giflib/pic__welcome2.gif",
    "gif/pygif/test-suite__dispose-restore-previous.gif", "gif/pygif/test-suite__animation-multi-image.gif",
  ]
  private static let deepFiles = ["png__basn0g16.png", "png__basi2c16.png", "png__basi6a16.png", "png__tbwn0g16.png"]

  @Test("Raw output is the pipeline's pixels, frame after frame")
  func raw() async throws {
    guard Cases.folder("png/apng") != nil, let cases = Cases.folder(".") else { return }
    var options = ImageOptions.storedColors
    options.appliesOrientation = false
    var tally = Tally("lazuli fetch --format rgba")
    for file in Self.files {
      let frames = try await pipeline.image(for: cases.url(file), options).allFrames()
      let result = try await fetch("\(cases.path)/\(file)", [])
      tally.add(file, Self.objections(to: result, frames.flatMap(\.pixels.packedBytes)))
    }
    tally.finish()
  }

  @Test("With 16 bits the more significant byte comes first")
  func deep() async throws {
    guard let cases = Cases.folder("png/pngsuite") else { return }
    var options = ImageOptions.storedColors
    options.pixelFormat = .rgba16
    var tally = Tally("lazuli fetch --format rgba --depth 16")
    for file in Self.deepFiles {
      let pixels = try await pipeline.image(for: cases.url(file), options).pixels
      let result = try await fetch("\(cases.path)/\(file)", ["--depth", "16"])
      tally.add(file, Self.objections(to: result, pixels.bigEndianBytes))
    }
    tally.finish()
  }

  @Test("An animation comes out whole, a file that is none is an error with nothing on standard output")
  func own() async throws {
    let path = "/tmp/lazuli-cases-\(UInt64.random(in: 0 ... .max)).png"
    defer { TestFile.remove(path) }
    let (red, blue): ([UInt8], [UInt8]) = ([255, 0, 0, 255], [0, 0, 255, 255])
    var file = TinyPNG(width: 2, height: 1)
    file.addAnimation(frameCount: 2)
    file.addFrame(sequence: 0, width: 2, height: 1)
    file.add("IDAT", TinyPNG.data(width: 2, height: 1, of: red))
    file.addFrame(sequence: 1, width: 1, height: 1)
    file.addFrameData(sequence: 2, width: 1, height: 1, of: blue)
    file.add("IEND", [])
    try TestFile.write(file.bytes, to: path)
    let result = try await fetch(path, [])
    #expect(result.status == 0 && result.bytes == red + red + blue + red, "\(result.errorText)")
    try TestFile.write(Array("no image".utf8), to: path)
    let refused = try await fetch(path, [])
    #expect(refused.status != 0 && refused.bytes.isEmpty && refused.errorText.contains(path))
  }

  private func fetch(_ path: String, _ more: [String]) async throws -> Program.Run {
    try await Tool.run(["fetch", "--format", "rgba", "--frames", "all", "--as-stored", "-o", "-"] + more + [path])
  }

  private static func objections(to result: Program.Run, _ expected: [UInt8]) -> [String] {
    guard result.status == 0 else { return ["exits with \(result.status): \(result.errorText)"] }
    return result.bytes == expected ? [] : ["\(result.bytes.count) other bytes, not \(expected.count)"]
  }
}
