import EngineTestSupport
import Lazuli
import LazuliTestSupport
import Testing

@Suite("Resizing rows as they are decoded")
struct WithoutCanvasTests {
  private let pipeline = ImagePipeline.built()
  private let withCanvas: ImagePipeline

  init() {
    var settings = PipelineSettings()
    settings.limits.maximumDecodingTime = nil
    withCanvas = ImagePipeline(routing: WholeCanvasRouting(), settings: settings)
  }

  /// Folders of cases, and every how many files.
  private static let folders = [
    ("png/pngsuite", ".png", 1), ("png/apng", ".png", 3), ("jpeg/reftest", "", 1), ("jpeg/exif-orientation", ".jpg", 3),
    ("gif/pygif", ".gif", 3),
  ]

  @Test("The same pixels to the bit as from a canvas, of whole, cut and damaged files", arguments: folders)
  func same(folder: String, ending: String, stride: Int) async throws {
    guard let cases = Cases.folder(folder) else { return }
    var tally = Tally("\(folder), without a canvas")
    for (index, file) in try cases.names(endingWith: ending).enumerated() where index % stride == 0 {
      let bytes = try cases.bytes(file)
      guard bytes.count < 1 << 20, bytes.count > 8 else { continue }
      let wish = Self.wishes[index % Self.wishes.count]
      tally.add(file, await objections(bytes, wish))
      tally.add("\(file), cut", await objections(Array(bytes.prefix(bytes.count * 2 / 3)), wish))
    }
    tally.finish()
  }

  private static let wishes: [ImageOptions] = {
    var fit = ImageOptions(fitting: ImageSize(width: 20, height: 13))
    fit.allowsIncomplete = true
    var sharp = fit
    sharp.resizing.filter = .lanczos3
    var cut = fit
    cut.targetSize = .fill(ImageSize(width: 17, height: 9))
    cut.resizing.gravity = .bottomRight
    cut.resizing.filter = .catmullRom
    var enlarged = fit
    enlarged.targetSize = .fit(ImageSize(width: 150, height: 170))
    enlarged.resizing.allowsEnlarging = true
    enlarged.resizing.isInLinearLight = true
    var exact = fit
    exact.targetSize = .exact(ImageSize(width: 40, height: 3))
    exact.pixelFormat = nil
    return [fit, sharp, cut, exact]
      + [enlarged].map { wish in
        var wish = wish
        wish.pixelFormat = .rgba16
        return wish
      }
  }()

  private func objections(_ bytes: [UInt8], _ wish: ImageOptions) async -> [String] {
    let (found, wanted) = (await outcome(pipeline, bytes, wish), await outcome(withCanvas, bytes, wish))
    switch (found, wanted) {
    case (.success(let found), .success(let wanted)):
      guard found.isComplete == wanted.isComplete else { return ["complete: \(found.isComplete)"] }
      guard found.width == wanted.width, found.height == wanted.height, found.pixels.format == wanted.pixels.format
      else { return ["is \(found.width)×\(found.height) instead of \(wanted.width)×\(wanted.height)"] }
      return found.pixels.packedBytes == wanted.pixels.packedBytes ? [] : ["other pixels"]
    case (.failure(let found), .failure(let wanted)):
      return found.code == wanted.code ? [] : ["\(found.code) instead of \(wanted.code)"]
    case (.failure(let error), .success): return ["fails: \(error.message)"]
    case (.success, .failure(let error)): return ["does not fail: \(error.message)"]
    }
  }

  private func outcome(
    _ pipeline: ImagePipeline, _ bytes: [UInt8], _ wish: ImageOptions
  ) async -> Result<DecodedImage, ImageError> {
    do {
      return .success(try await pipeline.image(from: ByteChunk(bytes), wish))
    } catch {
      return .failure(error)
    }
  }
}
