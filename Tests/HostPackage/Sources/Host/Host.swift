import Lazuli

@main
struct Host {
  static func main() async throws {
    let pipeline = ImagePipeline()
    var options = ImageOptions()
    options.processors = [Negative()]
    for url in CommandLine.arguments.dropFirst() {
      let image = try await pipeline.image(for: url, options)
      let first = image.pixels.withUnsafeBytes { Array($0.prefix(4)) }
      print("\(image.format) \(image.width)×\(image.height) \(first)")
    }
  }
}

/// A processor of the host's own.
struct Negative: ImageProcessor {
  var identity: String { "negative" }

  func process(_ pixels: PixelBuffer, pool: PixelBufferPool) throws(ImageError) -> PixelBuffer {
    var pixels = pixels
    try pixels.modify(pool: pool) { surface in
      surface.withUnsafeMutableBytes { bytes in
        for index in bytes.indices where index % 4 < 3 { bytes[index] = 255 - bytes[index] }
      }
    }
    return pixels
  }
}
