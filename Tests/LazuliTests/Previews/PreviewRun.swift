import EngineTestSupport
import LazuliCore
import LazuliTestKit
import LazuliTestSupport

@testable import Lazuli

/// One load with previews, without threads: pieces go in, and time passes between them.
final class PreviewRun {
  let clock: VirtualClock
  let receiver: ImageReceiver
  /// What was shown, and behind how many bytes.
  private(set) var previews: [(image: DecodedImage, byteCount: Int)] = []
  private(set) var result: DecodedImage?
  private var byteCount = 0

  init(
    _ options: ImageOptions = .init(), decoders: [any ImageDecoderProvider] = [], wantsPreviews: Bool = true,
    clock: VirtualClock = VirtualClock()
  ) {
    self.clock = clock
    var settings = PipelineSettings()
    settings.limits.maximumDecodingTime = nil
    let engine = Engine(settings, clock: clock) { () throws(ImageError) -> any PluginRouting in
      if decoders.isEmpty { PluginCatalog.built() } else { ScriptedRouting(decoders: decoders) }
    }
    receiver = ImageReceiver(engine, options, Interrupter())
    receiver.wantsPreviews = wantsPreviews
  }

  /// A file in pieces of so many bytes, each a second behind the one before.
  convenience init(_ file: [UInt8], piece: Int, _ options: ImageOptions = .init()) throws(ImageError) {
    self.init(options)
    for start in stride(from: 0, to: file.count, by: piece) {
      try feed(Array(file[start..<min(start + piece, file.count)]))
    }
    try end()
  }

  func feed(_ bytes: [UInt8], after time: Duration = .seconds(1)) throws(ImageError) {
    clock.advance(by: time)
    byteCount += bytes.count
    receiver.receive(ByteChunk(bytes))
    try goOn()
  }

  func end() throws(ImageError) {
    receiver.end(nil)
    try goOn()
  }

  /// Until more is needed.
  func goOn() throws(ImageError) {
    while result == nil {
      switch try receiver.advance() {
      case .working, .header: break
      case .starved: return
      case .preview(let preview): previews.append((preview.image, byteCount))
      case .finished(let image): result = image
      }
    }
  }
}

/// A file of Tests/Fixtures/conformance.
func fixture(_ name: String) throws -> [UInt8] {
  try TestFile.bytes(at: "\(Cases.packageRoot)/Tests/Fixtures/conformance/\(name)")
}

extension PixelBuffer {
  /// The bytes of a pixel.
  func pixel(_ x: Int, _ y: Int) -> [UInt8] {
    withUnsafeBytes { bytes in
      let start = y * bytesPerRow + x * format.bytesPerPixel
      return Array(bytes[start..<start + format.bytesPerPixel])
    }
  }

  /// The bytes of the pixels of a row.
  func row(_ y: Int) -> [UInt8] {
    withUnsafeBytes { Array($0[y * bytesPerRow..<y * bytesPerRow + width * format.bytesPerPixel]) }
  }

  /// Whether each pixel is the one of `other` at the place that `place` says.
  func matches(_ other: PixelBuffer, at place: (Int, Int) -> (Int, Int) = { ($0, $1) }) -> Bool {
    guard width == other.width, height == other.height, format == other.format else { return false }
    return (0..<height).allSatisfy { y in
      (0..<width).allSatisfy { x in
        let (otherX, otherY) = place(x, y)
        return pixel(x, y) == other.pixel(otherX, otherY)
      }
    }
  }
}
