import EngineTestSupport
import Lazuli
import LazuliTestSupport
import Testing

/// What was written, read by programs of others.
@Suite("Foreign decoders read what was written")
struct ForeignDecoderTests {
  private let pipeline = ImagePipeline.built()
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test(
    "PNG comes back to the bit, whatever its pixels could be stored in",
    arguments: ["png/gray1.png", "png/graya8.png", "png/palette4.png", "png/rgb8.png", "gif/still.gif"], [1, 6, 9])
  func png(_ name: String, _ effort: Int) async throws {
    if Pillow.isMissing("PNG") { return }
    let image = try await fixture(name)
    var request = EncodeRequest("png")
    request.options.effort = effort
    let path = try await write(image, request, "a.png")
    let seen = try Pillow.read(path, in: folder).frames
    #expect(seen.map(\.pixels) == [image.pixels.rgba])
    let fix = Shell.run("command -v pngfix >/dev/null || exit 0; pngfix '\(path)'")
    #expect(fix.status == 0, "\(fix.output)")
  }

  @Test("PNG of 16 bits keeps all of them")
  func widePNG() async throws {
    guard Shell.has("pngtopnm") else { return print("PNG of 16 bits: no pngtopnm (netpbm), skipped") }
    var options = ImageOptions()
    options.pixelFormat = .rgba16
    let image = try await fixture("png/rgba16.png", options)
    let path = try await write(image, EncodeRequest("png"), "a.png")
    #expect(Shell.run("pngtopnm '\(path)' >'\(folder.file("a.ppm"))'").status == 0)
    let samples = try TestFile.bytes(at: folder.file("a.ppm")).suffix(image.width * image.height * 6)
    #expect(Array(samples) == image.pixels.wideColors)
  }

  @Test("An animation looks the same, frame by frame, and plays as often", arguments: ["png", "gif"])
  func animation(_ format: String) async throws {
    if Pillow.isMissing("Animations") { return }
    let image = try await fixture("gif/animated.gif")
    let frames = try #require(image.frames)
    var seen = try await Pillow.read(write(image, EncodeRequest(format), "a.\(format)"), in: folder)
    for index in seen.frames.indices { seen.frames[index].pixels = seen.frames[index].pixels.withoutColorBehindAlpha }
    var wanted: [Pillow.Frame] = []
    let pass = frames.makePass()
    while let frame = try await pass.next() {
      let delay = frame.delay.numerator * 1000 / frame.delay.denominator
      wanted.append(.init(pixels: frame.pixels.rgba.withoutColorBehindAlpha, milliseconds: delay))
    }
    #expect(wanted.count > 2 && seen.frames == wanted)
    // GIF counts repetitions, Pillow does not change that.
    let loop = frames.playCount == 0 || format == "png" ? frames.playCount : frames.playCount - 1
    #expect(seen.loop == loop)
  }

  @Test("GIF of few colours comes back to the bit")
  func gif() async throws {
    if Pillow.isMissing("GIF") { return }
    let image = try await fixture("gif/still.gif")
    let path = try await write(image, EncodeRequest("gif"), "a.gif")
    let seen = try Pillow.read(path, in: folder).frames.map(\.pixels.withoutColorBehindAlpha)
    #expect(seen == [image.pixels.rgba.withoutColorBehindAlpha])
    guard Shell.has("giftext") else { return print("GIF: no giftext (giflib-tools), skipped") }
    #expect(Shell.run("giftext '\(path)'").output.contains("terminated normally"))
  }

  @Test("JPEG is the same picture for djpeg and for the decoder here", arguments: [true, false], [10, 85, 100])
  func jpeg(isProgressive: Bool, quality: Int) async throws {
    guard Shell.has("djpeg") else { return print("JPEG: no djpeg (libjpeg-turbo-progs), skipped") }
    var request = EncodeRequest("jpeg")
    (request.options.isProgressive, request.options.quality) = (isProgressive, quality)
    let path = try await write(fixture("png/rgb8.png"), request, "a.jpg")
    let image = try await pipeline.image(from: TestFile.bytes(at: path))
    #expect(Shell.run("djpeg -outfile '\(folder.file("a.ppm"))' '\(path)'").status == 0)
    let samples = try TestFile.bytes(at: folder.file("a.ppm")).suffix(image.width * image.height * 3)
    let pixels = image.pixels.rgba
    #expect(Array(samples) == pixels.indices.filter { $0 % 4 != 3 }.map { pixels[$0] })
  }

  @Test(
    "Pillow, ImageMagick and the format's own tools see the same pixels, those that went in where nothing is lost",
    arguments: [
      ("png", "png/rgb8.png", "pngtopnm '%' >"), ("png", "gif/still.gif", "pngtopnm '%' >"),
      ("jpeg", "png/rgb8.png", "djpeg '%' >"), ("gif", "gif/still.gif", "gif2rgb -1 '%' >"),
    ])
  func three(_ format: String, _ name: String, _ tool: String) async throws {
    guard let program = tool.split(separator: " ").first, Shell.has(String(program)), Shell.has("convert") else {
      return print("Foreign decoders of \(format): no \(tool.prefix { $0 != " " }) or no ImageMagick, skipped")
    }
    if Pillow.isMissing("Foreign decoders of \(format)") { return }
    let image = try await fixture(name)
    let path = try await write(image, EncodeRequest(format), "a.\(format)")
    let own = try await pipeline.image(from: TestFile.bytes(at: path)).pixels.rgba
    if format != "jpeg" { #expect(own == image.pixels.rgba) }
    #expect(try Pillow.read(path, in: folder).frames.map(\.pixels) == [own])
    let other = folder.file("other.raw")
    try #require(Shell.run("convert '\(path)' -alpha set -depth 8 'rgba:\(other)'").status == 0)
    #expect(try TestFile.bytes(at: other) == own)
    let run = Shell.run("\(tool.split(separator: "%").joined(separator: path)) '\(other)'")
    try #require(run.status == 0, "\(run.output)")
    let colors = own.indices.filter { $0 % 4 != 3 }.map { own[$0] }
    #expect(try TestFile.bytes(at: other).suffix(colors.count) == colors[...])
  }

  private func fixture(_ name: String, _ options: ImageOptions = .init()) async throws -> DecodedImage {
    let bytes = try TestFile.bytes(at: "\(Cases.packageRoot)/Tests/Fixtures/conformance/\(name)")
    return try await pipeline.image(from: bytes, options)
  }

  private func write(_ image: DecodedImage, _ request: EncodeRequest, _ name: String) async throws -> String {
    try await folder.write(pipeline.encode(image, as: request), to: name)
  }
}

extension PixelBuffer {
  /// Of RGBA8, without gaps.
  fileprivate var rgba: [UInt8] {
    withUnsafeBytes { bytes in (0..<height).flatMap { bytes[$0 * bytesPerRow..<$0 * bytesPerRow + width * 4] } }
  }

  /// Red, green and blue of RGBA16, the high byte first.
  fileprivate var wideColors: [UInt8] {
    withUnsafeBytes { bytes in
      (0..<height).flatMap { y in
        (0..<width * 4).filter { $0 % 4 != 3 }.flatMap { sample -> [UInt8] in
          let value = bytes.loadUnaligned(fromByteOffset: y * bytesPerRow + sample * 2, as: UInt16.self)
          return [UInt8(value >> 8), UInt8(value & 0xFF)]
        }
      }
    }
  }
}
