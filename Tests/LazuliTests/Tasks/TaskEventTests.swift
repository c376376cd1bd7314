import Lazuli
import LazuliTestKit
import Testing

@Suite("What a task tells")
struct TaskEventTests {
  private let file = DotsProvider.file(width: 4, height: 3)
  private let url = "https://a.test/"

  private func halves(_ gate: Gate, _ middle: [ScriptedTransport.Step] = []) -> ScriptedTransport {
    ScriptedTransport([
      url: .answer(length: file.count, chunks: [Array(file.prefix(8))]) + middle
        + [.gate(gate), .chunk(Array(file.dropFirst(8)))]
    ])
  }

  @Test("Start, size, progress and the end come in this order, the end once")
  func order() async throws {
    let gate = Gate()
    let pipeline = ImagePipeline.fake(halves(gate))
    let task = pipeline.task(for: try .made(url))
    var words: [String] = []
    for await event in task.events {
      words.append(event.word)
      if case .sizeKnown(let information) = event {
        #expect(information.header.width == 4)
        gate.open()
      }
    }
    #expect(words.first == "started" && words.last == "finished")
    #expect(words.filter { $0 == "size" }.count == 1 && words.contains("progress"))
    #expect(words.filter { $0 == "finished" }.count == 1)
  }

  @Test("Progress counts the bytes that came of those to come")
  func progress() async throws {
    let gate = Gate()
    let pipeline = ImagePipeline.fake(halves(gate))
    let task = pipeline.task(for: try .made(url))
    var last: ByteProgress?
    for await event in task.events {
      guard case .progress(let progress) = event else { continue }
      last = progress
      gate.open()
    }
    #expect(last == ByteProgress(receivedByteCount: file.count, expectedByteCount: file.count))
  }

  @Test("An observer who comes late hears what is known first")
  func late() async throws {
    let gate = Gate()
    let pipeline = ImagePipeline.fake(halves(gate))
    let task = pipeline.task(for: try .made(url))
    for await event in task.events { if case .sizeKnown = event { break } }
    var iterator = task.events.makeAsyncIterator()
    #expect(await iterator.next()?.word == "started")
    #expect(await iterator.next()?.word == "size")
    gate.open()
    _ = try await task.response
    var words: [String] = []
    for await event in task.events { words.append(event.word) }
    #expect(words == ["started", "size", "progress", "finished"])
  }

  @Test("A task that joins a running load hears what was told before")
  func joined() async throws {
    let gate = Gate()
    let pipeline = ImagePipeline.fake(halves(gate))
    let first = pipeline.task(for: try .made(url))
    for await event in first.events { if case .sizeKnown = event { break } }
    let second = pipeline.task(for: try .made(url))
    var iterator = second.events.makeAsyncIterator()
    #expect(await iterator.next()?.word == "started")
    #expect(await iterator.next()?.word == "size")
    gate.open()
    #expect(try await second.image.width == 4)
  }

  @Test("An observer that does not look finds the newest state, not a queue")
  func newest() async throws {
    let chunks = file.map { [$0] }
    let transport = ScriptedTransport([url: .answer(length: file.count, chunks: chunks)])
    let task = ImagePipeline.fake(transport).task(for: try .made(url))
    let events = task.events.makeAsyncIterator()
    _ = try await task.response
    var iterator = events
    var words: [String] = []
    while let event = await iterator.next() { words.append(event.word) }
    #expect(words == ["started", "size", "progress", "finished"])
  }

  @Test("A closure is called once, also for a cancelled load")
  func completion() async throws {
    let transport = ScriptedTransport([url: .answer(chunks: [file]), "https://b.test/": [.hang]])
    let pipeline = ImagePipeline.fake(transport)
    let result = await withCheckedContinuation { continuation in
      pipeline.load(try! .made(url)) { continuation.resume(returning: $0) }
    }
    #expect(try result.get().image.width == 4)
    let log = EventLog()
    let task = pipeline.load(try .made("https://b.test/"), log.note)
    await transport.hanging.wait()
    task.cancel()
    await log.ended.wait()
    #expect(log.words == ["started", "failed cancelled"])
  }

  @Test("Closures and delegates are called where they want to be")
  @MainActor
  func mainActor() async throws {
    let transport = ScriptedTransport([url: .answer(chunks: [file])])
    let pipeline = ImagePipeline.fake(transport)
    let isOnMain = await withCheckedContinuation { continuation in
      pipeline.load(try! .made(url), on: .mainActor) { _ in
        continuation.resume(returning: MainActor.assumeIsolated { true })
      }
    }
    #expect(isOnMain)
    let delegate = Delegate()
    let task = pipeline.task(for: try .made(url), delegate: delegate, on: .mainActor)
    await delegate.log.ended.wait()
    #expect(delegate.log.words.first == "started" && delegate.log.words.last == "finished")
    #expect(task.request.url.host == "a.test")
  }

  @Test("Who stops waiting for a task does not end it")
  func waiting() async throws {
    let gate = Gate()
    let transport = ScriptedTransport([url: [.gate(gate)] + .answer(chunks: [file])])
    let task = ImagePipeline.fake(transport).task(for: try .made(url))
    let waiter = Task { try await task.image.width }
    waiter.cancel()
    await #expect(throws: ImageError.self) { try await waiter.value }
    gate.open()
    #expect(try await task.image.width == 4)
  }
}

private final class Delegate: ImageTaskDelegate {
  let log = EventLog()

  func imageTaskDidStart(_ task: ImageTask) { log.note(.started) }
  func imageTask(_ task: ImageTask, didLearnSizeOf image: ImageInformation) { log.note(.sizeKnown(image)) }
  func imageTask(_ task: ImageTask, didProgressTo progress: ByteProgress) { log.note(.progress(progress)) }

  func imageTask(_ task: ImageTask, didEndWith result: Result<ImageResponse, ImageError>) {
    switch result {
    case .success(let response): log.note(.finished(response))
    case .failure(let error): log.note(.failed(error))
    }
  }
}
