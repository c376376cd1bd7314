import EngineTestSupport
import Lazuli
import LazuliTestSupport
import Testing

@Suite("EXIF orientation")
struct OrientationTests {
  private let pipeline = ImagePipeline.built()

  @Test("All orientations come out upright, in full size")
  func fullSize() async throws {
    try await check("EXIF orientation", ImageOptions(), ImageSize(width: 1800, height: 1200))
  }

  @Test("All orientations come out upright in a target size")
  func targetSize() async throws {
    let options = ImageOptions(fitting: ImageSize(width: 450, height: 450))
    try await check("EXIF orientation, target size", options, ImageSize(width: 450, height: 300))
  }

  @Test("As stored, nothing is turned")
  func asStored() async throws {
    guard let cases = Cases.folder("jpeg/exif-orientation") else { return }
    var options = ImageOptions()
    options.appliesOrientation = false
    var tally = Tally("EXIF orientation, as stored")
    for record in try cases.jsonLines("golden.jsonl") {
      let file = record["file"]?.string ?? ""
      let image = try await pipeline.image(for: cases.url(file), options)
      var objections = image.pixels.goldenDigest == record["golden"]?.string ? [] : ["other pixels"]
      let orientation = image.header.orientation?.rawValue ?? 0
      if orientation != record["exif_orientation"]?.integer { objections.append("orientation is \(orientation)") }
      tally.add(file, objections)
    }
    tally.finish()
  }

  private func check(_ name: String, _ options: ImageOptions, _ landscape: ImageSize) async throws {
    guard let cases = Cases.folder("jpeg/exif-orientation") else { return }
    var tally = Tally(name)
    var greatestMean = 0.0
    for shape in ["Landscape", "Portrait"] {
      let size = shape == "Portrait" ? landscape.oriented(.right) : landscape
      let upright = try await pipeline.image(for: cases.url("\(shape)_1.jpg"), options).pixels
      for file in try cases.names(endingWith: ".jpg") where file.hasPrefix(shape) {
        let pixels = try await pipeline.image(for: cases.url(file), options).pixels
        guard pixels.width == size.width, pixels.height == size.height else {
          tally.add(file, ["is \(pixels.width)×\(pixels.height)"])
          continue
        }
        let mean = pixels.differences(to: upright).mean
        greatestMean = max(greatestMean, mean)
        tally.add(file, mean < 4 ? [] : ["differs by \(mean) in the mean"])
      }
    }
    print("\(name): greatest mean difference \(greatestMean)")
    tally.finish()
  }
}
