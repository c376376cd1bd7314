import Glibc
import Lazuli
import LazuliTestKit

/// What tasks cost, without a network and without a codec: nanoseconds and bytes of each.
struct TaskBench {
  let count: Int

  func run() async throws {
    try queue()
    try await coalesce()
    try await memory()
  }

  /// Requests which wait behind one that hangs, and are cancelled.
  private func queue() throws {
    let transport = ScriptedTransport { _ in [.hang] }
    var settings = PipelineSettings()
    settings.transfers.maximumCount = 1
    let pipeline = pipeline(transport, settings)
    let first = pipeline.task(for: try ImageRequest("https://a.test/"))
    var requests: [ImageRequest] = []
    requests.reserveCapacity(count)
    var tasks: [ImageTask] = []
    tasks.reserveCapacity(count)
    let start = residentByteCount
    for number in 0..<count { requests.append(try ImageRequest("https://a.test/\(number)")) }
    let before = residentByteCount
    // The program's, which tasks share.
    print("request_bytes \((before - start) / count)")
    let queued = nanoseconds { for request in requests { tasks.append(pipeline.task(for: request)) } }
    print("queued_ns \(queued / count)")
    print("queued_bytes \((residentByteCount - before) / count)")
    let moved = nanoseconds { for task in tasks { task.priority = .high } }
    print("priority_ns \(moved / count)")
    let cancelled = nanoseconds { for task in tasks { task.cancel() } }
    print("cancelled_ns \(cancelled / count)")
    first.cancel()
  }

  /// A thousand equal requests: one fetch, one decode.
  private func coalesce() async throws {
    let gate = Gate()
    let transport = ScriptedTransport { _ in [.gate(gate)] + .answer(chunks: [[1, 2, 3, 4, 5, 6, 7, 8]]) }
    let pipeline = pipeline(transport, PipelineSettings())
    let request = try ImageRequest("https://a.test/")
    var tasks: [ImageTask] = []
    let joined = nanoseconds { for _ in 0..<1000 { tasks.append(pipeline.task(for: request)) } }
    print("joined_ns \(joined / 1000)")
    let start = ContinuousClock.now
    gate.open()
    for task in tasks { _ = try await task.response }
    print("delivered_ns \(Int((ContinuousClock.now - start) / .nanoseconds(1)) / 1000)")
    print("fetches \(transport.requests.count)")
  }

  /// A task whose image is in memory.
  private func memory() async throws {
    let transport = ScriptedTransport { _ in .answer(chunks: [[1, 2, 3, 4, 5, 6, 7, 8]]) }
    let pipeline = pipeline(transport, PipelineSettings(), ImageMemoryCache())
    let request = try ImageRequest("https://a.test/")
    _ = try await pipeline.image(for: request)
    var hitCount = 0
    let hit = nanoseconds { for _ in 0..<count where pipeline.imageInMemory(for: request) != nil { hitCount += 1 } }
    print("memory_hit_ns \(hit / count)")
    let task = nanoseconds { for _ in 0..<count where pipeline.task(for: request).result != nil { hitCount += 1 } }
    print("memory_task_ns \(task / count)")
    guard hitCount == 2 * count else { throw ImageError(.internalError, at: .request, "Memory missed") }
  }

  private func pipeline(
    _ transport: ScriptedTransport, _ settings: PipelineSettings, _ cache: ImageMemoryCache? = nil
  ) -> ImagePipeline {
    var header = ImageHeader(width: 8, height: 8, nativeFormat: .rgba8)
    header.frameCount = 1
    return ImagePipeline(
      routing: ScriptedRouting(transports: ["https": transport], decoders: [ScriptedProvider(.still(header))]),
      settings: settings, memoryCache: cache)
  }

  /// What the process holds in memory; 0 when the kernel does not tell.
  private var residentByteCount: Int {
    guard let file = fopen("/proc/self/statm", "r") else { return 0 }
    defer { fclose(file) }
    var line = [UInt8](repeating: 0, count: 128)
    let count = fread(&line, 1, line.count, file)
    let words = String(decoding: line.prefix(count), as: UTF8.self).split(separator: " ")
    return words.count > 1 ? (Int(words[1]) ?? 0) * sysconf(Int32(_SC_PAGESIZE)) : 0
  }

  private func nanoseconds(_ body: () -> Void) -> Int {
    let start = ContinuousClock.now
    body()
    return Int((ContinuousClock.now - start) / .nanoseconds(1))
  }
}
