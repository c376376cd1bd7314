import Glibc
import LazuliTestKit
import LazuliTestSupport
import Synchronization
import Testing

@testable import Lazuli

@Suite("Thousands of tasks", .timeLimit(.minutes(10)))
struct CrowdTests {
  /// 2 000 URLs, 10 000 requests; random cancels and changes of priority while they run.
  @Test("Each body is fetched once at a time, nothing reaches a cancelled task, each task ends once")
  func crowd() async throws {
    let file = DotsProvider.file(width: 4, height: 3)
    let transport = ScriptedTransport { _ in .answer(chunks: [file]) }
    let pipeline = ImagePipeline.fake(transport)
    var random = SeededGenerator(11)
    let (threads, resident) = (Self.threadCount, Self.residentByteCount)
    var mostThreads = 0
    var tasks: [(task: ImageTask, log: EndLog)] = []
    for _ in 0..<10_000 {
      let log = EndLog()
      let task = pipeline.load(
        try .made("https://\(Int.random(in: 0..<20, using: &random)).test/\(Int.random(in: 0..<100, using: &random))") {
          $0.priority = RequestPriority.allCases.randomElement(using: &random) ?? .normal
        }
      ) { log.note($0) }
      tasks.append((task, log))
      let old = tasks.randomElement(using: &random)
      switch Int.random(in: 0..<4, using: &random) {
      case 0: old?.task.priority = RequestPriority.allCases.randomElement(using: &random) ?? .normal
      case 1: old?.task.cancel()
      default: break
      }
      if tasks.count % 100 == 0 { mostThreads = max(mostThreads, Self.threadCount) }
    }
    let grown = Self.residentByteCount - resident
    var cancelledCount = 0
    for (task, log) in tasks {
      await log.ended.wait()
      #expect(log.count == 1)
      if case .failure(let error)? = task.result {
        #expect(error.code == .cancelled && !log.hasImage.load(ordering: .sequentiallyConsistent))
        cancelledCount += 1
      } else {
        #expect(try task.result?.get().image.width == 4)
      }
    }
    let record = transport.record
    print(
      "10 000 tasks, 2 000 URLs: \(record.requests.count) fetches, \(record.maximumRunningCount) at once at the most,",
      "\(cancelledCount) cancelled; at the most \(mostThreads - threads) threads and \(grown >> 20) MiB more")
    #expect(record.maximumRunningCountPerURL == 1)
    #expect(record.maximumRunningCount <= PipelineSettings().transfers.maximumCount)
    // Other tests of this process have theirs: tighter bounds hold for a process of its own, `LazuliStress --scripted`.
    #expect(mostThreads - threads < 2000)
    #expect(grown < 640 << 20)
  }

  @Test("Ten thousand requests at once take few threads and little memory")
  func bounded() async throws {
    let run = try await Program([BuildFolder.path + "/LazuliStress", "--scripted", "10000", "2000"]).end()
    print(run.text, terminator: "")
    #expect(run.status == 0, "\(run.text)\(run.errorText)")
  }

  @Test("Waiting tasks have neither a thread nor a transfer, and those which are cancelled never get one")
  func waiting() async throws {
    let transport = ScriptedTransport { _ in [.hang] }
    var settings = PipelineSettings()
    settings.transfers.maximumCount = 1
    settings.decodeThreadCount = 2
    let pipeline = ImagePipeline.fake(transport, settings: settings)
    let first = pipeline.task(for: try .made("https://a.test/first"))
    await transport.hanging.wait()
    let tasks = try (0..<10_000).map { pipeline.task(for: try .made("https://a.test/\($0)")) }
    for task in tasks { task.cancel() }
    #expect(tasks.allSatisfy { $0.result != nil })
    #expect(first.result == nil)
    first.cancel()
    await transport.ended.wait()
    #expect(transport.requests.count == 1)
  }

  private static var residentByteCount: Int {
    let text = (try? TestFile.bytes(at: "/proc/self/statm")) ?? []
    let pages = String(decoding: text, as: UTF8.self).split(separator: " ").dropFirst().first.flatMap { Int($0) }
    return (pages ?? 0) * sysconf(Int32(_SC_PAGESIZE))
  }

  private static var threadCount: Int {
    guard let folder = opendir("/proc/self/task") else { return 0 }
    defer { closedir(folder) }
    var count = -2
    while readdir(folder) != nil { count += 1 }
    return count
  }
}

/// How often a task ended.
private final class EndLog: Sendable {
  private let endCount = Atomic(0)
  let hasImage = Atomic(false)
  let ended = Signal()

  var count: Int { endCount.load(ordering: .sequentiallyConsistent) }

  func note(_ result: Result<ImageResponse, ImageError>) {
    endCount.add(1, ordering: .sequentiallyConsistent)
    if case .success = result { hasImage.store(true, ordering: .sequentiallyConsistent) }
    ended.fire()
  }
}
