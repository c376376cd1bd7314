import LazuliCore
import LazuliTestSupport
import Testing

/// A photograph of the cases as Pillow reads it, and what others make of it.
struct PhotographRun {
  let pool = PixelBufferPool()
  let folder: String
  let size: ImageSize

  /// Runs a program of Python on the photograph, which writes RGBA8 into the folder and prints the size of "source"; then
  /// `body`. Says what it skips.
  static func run(_ script: String, _ body: (PhotographRun) throws -> Void) throws {
    guard let cases = Cases.folder("photos") else { return }
    guard Shell.run("/usr/bin/python3 -c 'import PIL'").status == 0 else {
      return print("photographs: no Pillow for /usr/bin/python3, skipped")
    }
    let folder = Shell.run("mktemp -d").output.filter { !$0.isNewline }
    defer { _ = Shell.run("rm -r '\(folder)'") }
    try TestFile.write(Array(script.utf8), to: "\(folder)/script.py")
    let name = try #require(try cases.names(endingWith: ".png").first)
    let made = Shell.run("/usr/bin/python3 \(folder)/script.py '\(cases.path)/\(name)' \(folder)")
    let size = made.output.split { $0.isWhitespace }.compactMap { Int($0) }
    try #require(made.status == 0 && size.count == 2, "\(made.output)")
    try body(PhotographRun(folder: folder, size: ImageSize(width: size[0], height: size[1])))
  }

  /// A file of the photograph's size, unless another one is said.
  func read(_ name: String, _ other: ImageSize? = nil) throws -> PixelBuffer {
    let (size, bytes) = try (other ?? size, TestFile.bytes(at: "\(folder)/\(name)"))
    try #require(bytes.count == size.width * size.height * 4, "\(name)")
    let surface = try pool.surface(#require(PixelLayout(width: size.width, height: size.height, format: .rgba8)))
    surface.withUnsafeMutableBytes { $0.copyBytes(from: bytes) }
    return surface.freeze()
  }

  /// Holds what a processor makes of `pixels` to the file of others, and prints how far it is from that.
  func check(
    _ name: String, _ processor: any ImageProcessor, of pixels: PixelBuffer, maximum: Double, mean: Double
  ) throws {
    let own = try processor.process(pixels, pool: pool)
    let difference = try compare(own, read(name, ImageSize(width: own.width, height: own.height)))
    #expect(difference.maximum <= maximum && difference.mean <= mean, "\(name): \(difference)")
    print("others' \(name), \(processor.identity): at most \(difference.maximum), \(difference.mean) in the mean")
  }

  /// The largest and the mean difference, of premultiplied samples: colours without alpha are nobody's business.
  private func compare(_ own: PixelBuffer, _ other: PixelBuffer) throws -> Difference {
    let (a, b) = try (
      PremultiplyProcessor().process(own, pool: pool), PremultiplyProcessor().process(other, pool: pool)
    )
    var difference = Difference()
    #expect(a.layout == b.layout)
    a.withUnsafeBytes { a in
      b.withUnsafeBytes { b in
        for y in 0..<own.height {
          for index in own.bytesPerRow * y..<own.bytesPerRow * y + own.width * 4 {
            difference.add(Double(abs(Int(a[index]) - Int(b[index]))))
          }
        }
      }
    }
    return difference
  }
}
