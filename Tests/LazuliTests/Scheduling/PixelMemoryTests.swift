import LazuliCore
import LazuliTestKit
import Synchronization
import Testing

@testable import Lazuli

@Suite("The gate of pixel memory")
struct PixelMemoryTests {
  @Test("Who finds no room is called when there is; who has left is not")
  func waiting() {
    let memory = PixelMemory(capacity: 100)
    let holders = (0..<3).map { _ in memory.makeHolder() }
    let granted = Mutex<[Int]>([])
    for index in 0..<3 {
      let isThere = memory.request(80, for: holders[index], .normal) { granted.withLock { $0.append(index) } }
      #expect(isThere == (index == 0))
    }
    memory.release(holders[1])
    memory.release(holders[0])
    #expect(granted.withLock { $0 } == [2])
    #expect(memory.heldByteCount == 80)
  }

  @Test("Who waits and is cancelled waits no more, and those behind him move up")
  func cancelled() async {
    let memory = PixelMemory(capacity: 100)
    let (first, large, small) = (memory.makeHolder(), memory.makeHolder(), memory.makeHolder())
    _ = memory.request(60, for: first, .normal) {}
    let waiting = Task { await memory.wait(for: 90, large, .high) }
    while memory.waitingCount == 0 { await Task.yield() }
    let moved = Signal()
    #expect(!memory.request(40, for: small, .normal) { moved.fire() })
    waiting.cancel()
    await waiting.value
    await moved.wait()
    #expect(memory.heldByteCount == 100)
  }

  private var frames: (header: ImageHeader, steps: [ScriptedProvider.Step]) {
    var header = ImageHeader.still(4, 4)
    header.frameCount = 2
    header.isAnimated = true
    let whole = PixelRectangle(x: 0, y: 0, width: 4, height: 4)
    return (header, .frame(0, whole, 1) + .frame(1, whole, 2) + [.event(.done(frameCount: 2, playCount: 0))])
  }

  @Test("The frames of an animation pass the same gate, each for itself: between them nothing is held")
  func frames() async throws {
    let (header, steps) = frames
    let provider = ScriptedProvider([.event(.header(header))] + steps)
    let pipeline = ImagePipeline.fake(decoders: [provider])
    let memory = pipeline.engine.pixelMemory
    let frames = try #require(try await pipeline.image(from: [1, 2, 3, 4]).frames)
    #expect(memory.heldByteCount == 0)
    let pass = frames.makePass()
    #expect(try await pass.next()?.index == 0)
    #expect(memory.heldByteCount == 0)
    // All of it is taken by another decode.
    let other = memory.makeHolder()
    #expect(memory.request(.max, for: other, .normal) {})
    let next = Task { try await pass.next()?.index }
    while memory.waitingCount == 0 { await Task.yield() }
    memory.release(other)
    #expect(try await next.value == 1)
    #expect(memory.heldByteCount == 0)
  }

  @Test("Through a gate which lets one through at a time, many passes come to their end")
  func narrow() async throws {
    let (header, steps) = frames
    let provider = ScriptedProvider([.event(.header(header))] + steps)
    var settings = PipelineSettings()
    settings.maximumDecodingPixelByteCount = 1
    let pipeline = ImagePipeline.fake(decoders: [provider], settings: settings)
    let frames = try #require(try await pipeline.image(from: [1, 2, 3, 4]).frames)
    let passes = (0..<8).map { _ in frames.makePass() }
    for pass in passes { #expect(try await pass.next()?.index == 0) }
    try await withThrowingTaskGroup(of: Int?.self) { group in
      for pass in passes { group.addTask { try await pass.next()?.index } }
      for try await index in group { #expect(index == 1) }
    }
    #expect(pipeline.engine.pixelMemory.heldByteCount == 0)
  }

  @Test("A pipeline goes with its last reference, whatever animations its memory holds")
  func release() async throws {
    let (header, steps) = frames
    let transport = ScriptedTransport { _ in .answer(chunks: [[1, 2, 3, 4]]) }
    let provider = ScriptedProvider([.event(.header(header))] + steps)
    let cache = ImageMemoryCache()
    weak var engine: Engine?
    do {
      let pipeline = ImagePipeline(
        routing: ScriptedRouting(transports: ["https": transport], decoders: [provider]), memoryCache: cache)
      _ = try await pipeline.image(for: "https://a.test/")
      engine = pipeline.engine
    }
    // Its threads let go of it when they rest.
    while engine != nil { await Task.yield() }
    #expect(cache.usage.count == 1)
  }
}
