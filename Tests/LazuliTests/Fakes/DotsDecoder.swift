import LazuliCore
import LazuliTestKit

/// A codec for a format made up for tests: "DOTS", width and height as one byte each, one gray byte a
/// pixel. Takes its input in pieces of any size.
struct DotsProvider: ImageDecoderProvider {
  let plugin = "test.dots"
  let format = "dots"
  var needsWholeInput = false
  /// Each step passes it, if there is one.
  var gate: Gate?

  func makeDecoder(limits: DecodingLimits) throws(ImageError) -> any ImageDecoder { DotsDecoder(gate) }

  /// A file: the pixels count up from 0.
  static func file(width: Int, height: Int) -> [UInt8] {
    Array("DOTS".utf8) + [UInt8(width), UInt8(height)] + (0..<width * height).map { UInt8(truncatingIfNeeded: $0) }
  }
}

private final class DotsDecoder: ImageDecoder {
  private let gate: Gate?
  private var waiting: [UInt8] = []
  private var isFinal = false
  private var header: ImageHeader?
  private var isFramed = false
  private var row = 0
  private var surface: PixelSurface?
  private var isHungry = true

  init(_ gate: Gate?) {
    self.gate = gate
  }

  func feed(_ chunk: ByteChunk, isFinal: Bool, isStable: Bool) throws(ImageError) {
    chunk.withUnsafeBytes { waiting.append(contentsOf: $0) }
    self.isFinal = isFinal
    isHungry = false
  }

  func step(wantsPreview: Bool) -> DecoderEvent {
    gate?.pass()
    guard !isHungry else {
      return .failure(DecoderFailure(error: ImageError(.internalError, at: .decode, "Stepped without input")))
    }
    guard let header else { return readHeader() }
    if !isFramed {
      isFramed = true
      let whole = PixelRectangle(x: 0, y: 0, width: header.width, height: header.height)
      return .frame(FrameInformation(index: 0, rectangle: whole))
    }
    if row < header.height { return readRow(header.width) }
    row += 1
    return row == header.height + 1 ? .frameDone(index: 0) : .done(frameCount: 1, playCount: 1)
  }

  private func readHeader() -> DecoderEvent {
    guard waiting.count >= 6 else { return starved() }
    guard waiting.starts(with: "DOTS".utf8) else {
      let error = ImageError(.notAnImage, at: .header, "The file does not begin with DOTS")
      return .failure(DecoderFailure(error: error, isOtherFormat: true))
    }
    let header = ImageHeader(width: Int(waiting[4]), height: Int(waiting[5]), nativeFormat: .gray8)
    var told = header
    told.frameCount = 1
    self.header = told
    waiting.removeFirst(6)
    return .header(told)
  }

  private func readRow(_ width: Int) -> DecoderEvent {
    guard waiting.count >= width else { return starved() }
    surface?.withUnsafeMutableBytes { [row, waiting] bytes in
      for x in 0..<width { bytes[row * (surface?.bytesPerRow ?? 0) + x] = waiting[x] }
    }
    waiting.removeFirst(width)
    row += 1
    return .rows(row - 1..<row, pass: 0)
  }

  private func starved() -> DecoderEvent {
    guard isFinal else {
      isHungry = true
      return .needInput
    }
    let error = ImageError(.truncated, at: .decode, "The file ends within its pixels")
    return .failure(DecoderFailure(error: error, arePixelsUsable: row > 0))
  }

  func configure(_ configuration: DecoderConfiguration) throws(ImageError) {}
  func setSurface(_ surface: PixelSurface?) throws(ImageError) { self.surface = surface }
  func interrupt() { gate?.open() }
  func rewind() throws(ImageError) {}
}
