import Lazuli
import LazuliTestSupport
import Testing

@Suite("Real files")
struct CaseTests {
  private let pipeline = ImagePipeline.built()

  @Test("Animated PNG: the last frame's colour, the number of frames and their delays are as expected")
  func apng() async throws {
    guard let cases = Cases.folder("png/apng") else { return }
    let expected = try cases.json("expected.json").elements
    var passed = 0
    for record in expected {
      let name = record["file"]?.string ?? ""
      if try await isAsExpected(record, cases.bytes(name)) { passed += 1 } else { Issue.record("\(name)") }
    }
    print("png/apng: \(passed) of \(expected.count)")
  }

  private func isAsExpected(_ record: TestJSON, _ bytes: [UInt8]) async throws -> Bool {
    do {
      let image = try await pipeline.image(from: bytes)
      let frames = try await all(image.frames)
      guard isShown(record["final"], frames.isEmpty ? [image.pixels] : frames.map(\.pixels)) else { return false }
      guard let delays = record["delays_ms"]?.elements.compactMap(\.number), record["valid"]?.bool == true else {
        return true
      }
      let told = frames.map { Double($0.delay.numerator) * 1000 / Double($0.delay.denominator) }
      return delays.count == told.count && zip(delays, told).allSatisfy { abs($0 - $1) < 0.1 }
    } catch {
      return record["valid"]?.bool == false
    }
  }

  /// A colour all over, one within another, or one for each frame; green where nothing is said.
  private func isShown(_ expected: TestJSON?, _ pictures: [PixelBuffer]) -> Bool {
    if let sequence = expected?["sequence"]?.elements {
      let colors = sequence.map { Self.colors[$0.string ?? ""] ?? [] }
      return pictures.enumerated().allSatisfy { $1.isFilled(with: colors[$0 % colors.count]) }
    }
    guard let last = pictures.last else { return false }
    if let outer = expected?["outer"]?.integers, let inner = expected?["inner"]?.integers,
      let hole = expected?["inner_rect"]?.integers
    {
      return last.isFilled(with: outer, except: hole, inner)
    }
    let tolerance = expected?["tol"]?.integer ?? expected?["tol"]?.integers.max() ?? 0
    return last.isFilled(with: expected?["fill"]?.integers ?? [0, 255, 0, 255], tolerance: tolerance)
  }

  private static let colors: [String: [Int]] = [
    "blue": [0, 0, 255, 255], "yellow": [255, 255, 0, 255], "cyan": [0, 255, 255, 255], "magenta": [255, 0, 255, 255],
  ]

  private func all(_ frames: (any ImageFrames)?) async throws -> [ImageFrame] {
    guard let pass = frames?.makePass() else { return [] }
    var all: [ImageFrame] = []
    while let frame = try await pass.next() { all.append(frame) }
    return all
  }

  @Test("JPEG: all orientations show the same picture", arguments: ["Landscape", "Portrait"])
  func orientations(shape: String) async throws {
    guard let cases = Cases.folder("jpeg/exif-orientation") else { return }
    let reference = try await pipeline.image(from: cases.bytes("\(shape)_1.jpg"))
    var passed = 0
    for number in 1...8 {
      let image = try await pipeline.image(from: cases.bytes("\(shape)_\(number).jpg"))
      let isRight =
        image.width == reference.width && image.height == reference.height
        && image.pixels.meanDifference(to: reference.pixels) < 4
      if isRight { passed += 1 } else { Issue.record("\(shape)_\(number).jpg") }
    }
    print("jpeg/exif-orientation/\(shape): \(passed) of 8")
  }

  @Test("JPEG: a target size is reached by reduced decoding, for each orientation", arguments: 1...8)
  func thumbnails(number: Int) async throws {
    guard let cases = Cases.folder("jpeg/exif-orientation") else { return }
    let image = try await pipeline.image(
      from: cases.bytes("Landscape_\(number).jpg"), ImageOptions(fitting: ImageSize(width: 256, height: 256)))
    #expect(image.width == 256 && image.height == 171)
  }

  @Test("GIF: sizes, frames and loops are as expected")
  func gif() async throws {
    guard let cases = Cases.folder("gif/giflib") else { return }
    let expected = try cases.jsonLines("golden.jsonl").filter { $0["status"]?.string == "ok" }
    var passed = 0
    for record in expected {
      let name = record["file"]?.string ?? ""
      let image = try await pipeline.image(from: cases.bytes(name))
      let count = try await all(image.frames).count
      let isRight =
        image.width == record["width"]?.integer && image.height == record["height"]?.integer
        && max(count, 1) == record["frames"]?.integer
      if isRight { passed += 1 } else { Issue.record("\(name): \(image.width)×\(image.height), \(count) frames") }
    }
    print("gif/giflib: \(passed) of \(expected.count)")
  }
}

extension TestJSON {
  fileprivate var integers: [Int] { elements.compactMap(\.integer) }
}
