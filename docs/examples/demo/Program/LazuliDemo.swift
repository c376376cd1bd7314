import Lazuli

/// A host application, small: takes URLs, makes one picture of them all and a table.
///
///     lazuli-demo SHEET.png URL…
@main
struct LazuliDemo {
  static func main() async throws {
    let arguments = CommandLine.arguments.dropFirst()
    guard let sheetPath = arguments.first else { return print("lazuli-demo SHEET.png URL…") }
    let pipeline = ImagePipeline()
    var sheet = ContactSheet(columns: 4)
    print(row("what", "format", "stored", "frames", "time"))
    for url in arguments.dropFirst() {
      let start = ContinuousClock.now
      var options = ImageOptions()
      options.targetSize = .fit(ContactSheet.cell)
      let image = try await pipeline.image(for: url, options)
      let time = ContinuousClock.now - start
      sheet.add(try await representative(of: image))
      print(
        row(
          short(url), image.format, "\(image.header.width)×\(image.header.height)",
          image.frames.map { $0.count.map(String.init) ?? "many" } ?? "1", milliseconds(time)))
    }
    let picture = try sheet.picture()
    let image = DecodedImage(
      pixels: picture, header: ImageHeader(width: picture.width, height: picture.height, nativeFormat: .rgba8),
      format: "png")
    try SheetFile.write(try await pipeline.encode(image, as: EncodeRequest("png")), to: sheetPath)
  }

  /// The picture itself, or a frame from the first third of an animation.
  private static func representative(of image: DecodedImage) async throws -> PixelBuffer {
    guard let frames = image.frames, let count = frames.count else { return image.pixels }
    let pass = frames.makePass()
    var shown = image.pixels
    for _ in 0...count / 3 {
      guard let frame = try await pass.next() else { break }
      shown = frame.pixels
    }
    return shown
  }

  private static func short(_ url: String) -> String {
    url.count <= 38 ? url : "\(url.prefix(17))…\(url.suffix(20))"
  }

  private static func milliseconds(_ duration: Duration) -> String {
    let hundredths = duration / .microseconds(10)
    return "\(Double(Int(hundredths)) / 100) ms"
  }

  private static func row(_ cells: String...) -> String {
    let widths = [40, 8, 10, 8, 0]
    return zip(cells, widths).map { cell, width in
      cell + String(repeating: " ", count: max(0, width - cell.count))
    }.joined()
  }
}
