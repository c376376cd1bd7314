import LazuliCore
import LazuliTestKit
import Synchronization

/// An encoder whose files tell what it was given.
struct FakeEncoderProvider: ImageEncoderProvider {
  struct Calls: Sendable {
    var image: EncoderImage?
    var frames: [FrameInformation] = []
    var pixels: [PixelBuffer] = []
    var options: EncoderOptions?
  }

  final class Record: Sendable {
    private let state = Mutex(Calls())
    var calls: Calls { state.withLock { $0 } }
    func note(_ change: (inout Calls) -> Void) { state.withLock { change(&$0) } }
  }

  let plugin = "test.encoder"
  let format = "fake"
  var formats: Set<PixelFormat> = [.rgba8]
  var writesAlpha = true
  var writesAnimations = true
  var vocabulary = EncoderVocabulary.everything
  var endless: Signal?
  let record = Record()

  func makeEncoder(_ options: EncoderOptions, limits: DecodingLimits) throws(ImageError) -> any ImageEncoder {
    record.note { $0.options = options }
    return FakeEncoder(record, endless)
  }
}

private final class FakeEncoder: ImageEncoder {
  private let record: FakeEncoderProvider.Record
  private let endless: Signal?
  private var output: [UInt8] = []
  private var isFinished = false

  init(_ record: FakeEncoderProvider.Record, _ endless: Signal?) {
    self.record = record
    self.endless = endless
  }

  func begin(_ image: EncoderImage) throws(ImageError) {
    output.append(UInt8(ascii: "b"))
    record.note { $0.image = image }
  }

  func frame(_ frame: FrameInformation) throws(ImageError) {
    output.append(UInt8(ascii: "f"))
    record.note { $0.frames.append(frame) }
  }

  func rows(_ pixels: PixelBuffer) throws(ImageError) {
    output.append(UInt8(ascii: "r"))
    record.note { $0.pixels.append(pixels) }
  }

  func finish() throws(ImageError) {
    output.append(UInt8(ascii: "e"))
    isFinished = true
  }

  func drain(_ write: (UnsafeRawBufferPointer) throws(ImageError) -> Void) throws(ImageError) -> Bool {
    let piece = output
    output = []
    repeat {
      let result: Result<Void, ImageError> = piece.withUnsafeBytes { bytes in
        do throws(ImageError) { return .success(try write(bytes)) } catch { return .failure(error) }
      }
      try result.get()
      endless?.fire()
    } while endless != nil
    return isFinished
  }
}
