import LazuliTestSupport
import Synchronization
import Testing

@testable import LazuliCore

@Suite("Work that is not wanted any more")
struct CurrentWorkTests {
  private let pool = PixelBufferPool()
  private let processors: [any ImageProcessor] = [
    ResizeProcessor(width: 100, height: 100), ResizeProcessor(width: 700, height: 700, filter: .lanczos3),
    GaussianBlurProcessor(sigma: 3), GaussianBlurProcessor(sigma: 40), RotateProcessor(degrees: 90),
    RotateProcessor(degrees: 12), OrientProcessor(.downMirrored), GrayscaleProcessor(), ConvertProcessor(to: .rgba16),
    FlattenProcessor(),
  ]

  @Test("The processors that look at each pixel end between strips")
  func strips() throws {
    let pixels = try Samples(width: 600, height: 600, format: .rgba8).pixels(in: pool)
    for processor in processors {
      let askedCount = Counter()
      #expect("\(processor.identity)") {
        let isUnwanted = { @Sendable in askedCount.next() > 2 }
        return try CurrentWork.run(until: isUnwanted) { () throws(ImageError) in
          try processor.process(pixels, pool: pool)
        }
      } throws: { ($0 as? ImageError)?.code == .cancelled }
      #expect(askedCount.value == 3)
    }
  }

  @Test("Outside of a load the Swift task that calls counts")
  func tasks() async {
    #expect(!CurrentWork.isCancelled)
    let task = Task {
      while !Task.isCancelled { await Task.yield() }
      return CurrentWork.isCancelled
    }
    task.cancel()
    #expect(await task.value)
  }
}

private final class Counter: Sendable {
  private let count = Atomic(0)

  var value: Int { count.load(ordering: .relaxed) }
  func next() -> Int { count.add(1, ordering: .relaxed).newValue }
}
