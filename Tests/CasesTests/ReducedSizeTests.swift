import EngineTestSupport
import Lazuli
import LazuliTestSupport
import Testing

@Suite("Decoding at reduced size")
struct ReducedSizeTests {
  private static let files = [
    "exif-orientation/Landscape_1.jpg", "exif-orientation/Portrait_6.jpg", "exif-orientation/Landscape_7.jpg",
    "reftest/tests__reftest__images__progressive3.jpg", "reftest/tests__reftest__images__rgb.jpg",
    "reftest/tests__reftest__images__ycck.jpg", "reftest/tests__reftest__images__mjpeg.jpg",
    "reftest/tests__reftest__images__mozilla__jpg-cmyk-2.jpg",
    "reftest/tests__reftest__images__blank_800x280.jpg",
  ]
  private static let targets: [SizeFitting] = [
    .fit(ImageSize(width: 256, height: 256)), .fit(ImageSize(width: 97, height: 1000)),
    .fill(ImageSize(width: 64, height: 64)), .exact(ImageSize(width: 120, height: 77)),
    .fit(ImageSize(width: 5000, height: 5000)),
  ]

  private let pipeline = ImagePipeline.built()
  private let pool = PixelBufferPool()

  @Test("A target size is met exactly, with the pixels of a full decode averaged over areas, nearly")
  func targets() async throws {
    guard let cases = Cases.folder("jpeg") else { return }
    var tally = Tally("JPEG, target sizes")
    var worst = SizeDifference(fine: 0, coarse: 0)
    for file in Self.files {
      let whole = try await pipeline.image(for: cases.url(file)).pixels
      for target in Self.targets {
        var options = ImageOptions()
        options.targetSize = target
        let reduced = try await pipeline.image(for: cases.url(file), options).pixels
        let expected = try ResizeProcessor(target).process(whole, pool: pool)
        let size = target.size(for: ImageSize(width: whole.width, height: whole.height))
        guard reduced.width == size.width, reduced.height == size.height else {
          tally.add("\(file) \(target)", ["is \(reduced.width)×\(reduced.height)"])
          continue
        }
        let difference = try SizeDifference(reduced, expected, pool: pool)
        worst = worst.worse(difference)
        tally.add("\(file) \(target)", difference.objections(isCMYK: file.contains("cmyk") || file.contains("ycck")))
      }
    }
    print("JPEG, target sizes: greatest mean difference \(worst.fine), of areas \(worst.coarse)")
    tally.finish()
  }
}

/// How much two ways to a size differ. Reduced decoding leaves high frequencies out where averaging
/// lets some of them through: single pixels of a detailed picture differ, areas of them hardly do.
private struct SizeDifference {
  /// The mean difference of samples.
  var fine: Double
  /// The mean difference of the averages of about 8×8 pixels.
  var coarse: Double

  init(fine: Double, coarse: Double) {
    self.fine = fine
    self.coarse = coarse
  }

  init(_ pixels: PixelBuffer, _ expected: PixelBuffer, pool: PixelBufferPool) throws {
    let average = ResizeProcessor(width: max(pixels.width / 8, 1), height: max(pixels.height / 8, 1))
    fine = pixels.differences(to: expected).mean
    coarse = try average.process(pixels, pool: pool).differences(to: average.process(expected, pool: pool)).mean
  }

  func worse(_ other: SizeDifference) -> SizeDifference {
    SizeDifference(fine: max(fine, other.fine), coarse: max(coarse, other.coarse))
  }

  /// CMYK becomes RGB after it was reduced, by products: those of averages are not averages of those.
  func objections(isCMYK: Bool) -> [String] {
    fine < 2 && coarse < (isCMYK ? 1.2 : 0.6) ? [] : ["differs by \(fine), areas by \(coarse)"]
  }
}
