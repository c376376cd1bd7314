import LazuliCore
import LazuliTestKit
import Synchronization
import Testing

@testable import Lazuli

@Suite("What previews cost")
struct PreviewCostTests {
  @Test("Where nobody asks there is none, and the decoder is asked for none")
  func nobody() throws {
    var header = ImageHeader.still(4, 4)
    header.hasPasses = true
    for wantsPreviews in [false, true] {
      let provider = ScriptedProvider(.still(header))
      let run = PreviewRun(decoders: [provider], wantsPreviews: wantsPreviews)
      try run.feed([1, 2, 3, 4, 5, 6, 7, 8])
      #expect(run.previews.isEmpty != wantsPreviews)
      #expect((provider.record.calls.previewStepCount == 0) != wantsPreviews)
    }
  }

  @Test("Every byte is given to one decoder, once")
  func once() throws {
    let file = DotsProvider.file(width: 16, height: 16)
    let codec = TappedProvider(codec: DotsProvider())
    let run = PreviewRun(decoders: [codec])
    for byte in file { try run.feed([byte]) }
    try run.end()
    #expect(run.previews.count >= 10)
    #expect(codec.tap.fed == [file])
  }

  @Test("Processors that take long get fewer previews: a tenth of the time at the most")
  func share() throws {
    var options = ImageOptions()
    let file = DotsProvider.file(width: 16, height: 200)
    let run = PreviewRun(options, decoders: [DotsProvider()])
    let slow = SlowProcessor(clock: run.clock, time: .milliseconds(40))
    options.processors = [slow]
    let slowRun = PreviewRun(options, decoders: [DotsProvider()], clock: run.clock)
    let start = run.clock.now
    for piece in stride(from: 0, to: file.count, by: 16) {
      try slowRun.feed(Array(file[piece..<min(piece + 16, file.count)]), after: .milliseconds(20))
      // The first one may take longer than was guessed.
      guard slowRun.previews.count > 1 else { continue }
      #expect(slow.spent * 10 <= run.clock.now - start + .milliseconds(400))
    }
    #expect(slowRun.previews.count >= 5)
  }

  @Test("What is done with a preview elsewhere counts as well, and until it is done the next one waits")
  func elsewhere() throws {
    let clock = VirtualClock()
    let meter = PreviewMeter(clock)
    clock.advance(by: .seconds(10))
    var preview: Preview? = try Preview(image: image(), ticket: meter.begin())
    preview = try preview?.mapped { image in
      clock.advance(by: .milliseconds(500))
      return image
    }
    #expect(meter.spent == .milliseconds(500))
    clock.advance(by: .seconds(100))
    #expect(!meter.allows(costing: .zero) && meter.time(costing: .zero) > clock.now)
    withExtendedLifetime(preview) {}
    preview = nil
    #expect(meter.allows(costing: .zero))
  }

  private func image() throws -> DecodedImage {
    let layout = try #require(PixelLayout(width: 1, height: 1, format: .rgba8))
    let pixels = try PixelBufferPool().surface(layout).freeze()
    return DecodedImage(pixels: pixels, header: .still(1, 1), format: "dots")
  }
}

/// Takes its time, on a virtual clock.
private final class SlowProcessor: ImageProcessor {
  let identity = "slow"
  private let clock: VirtualClock
  private let time: Duration
  private let total = Mutex(Duration.zero)
  var spent: Duration { total.withLock { $0 } }

  init(clock: VirtualClock, time: Duration) {
    self.clock = clock
    self.time = time
  }

  func process(_ pixels: PixelBuffer, pool: PixelBufferPool) throws(ImageError) -> PixelBuffer {
    clock.advance(by: time)
    total.withLock { $0 += time }
    return pixels
  }
}
