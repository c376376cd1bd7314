import CStressLocks
import Lazuli
import LazuliTestKit
import LazuliTestSupport

/// Requests from four tasks at once, without a network and without a codec: cancelled, lifted and lowered while they
/// run, some with processors, some watched.
struct ScriptedLoad: Sendable {
  private static let callerCount = 4

  private let requestCount: Int
  private let urlCount: Int

  private enum Ending {
    case good, failing, hanging

    /// Every eighth fails, every eighth hangs until it is cancelled.
    init(ofURLNumber number: Int) {
      switch number % 8 {
      case 0: self = .failing
      case 1: self = .hanging
      default: self = .good
      }
    }

    var script: [ScriptedTransport.Step] {
      switch self {
      case .good: .answer(chunks: [[1, 2, 3, 4], [5, 6, 7, 8]])
      case .failing: [.fail(ImageError(.connectionFailed, at: .fetch, "The script says so"))]
      case .hanging: [.head(ResponseHead(status: 200)), .chunk([1, 2, 3, 4]), .hang]
      }
    }
  }

  private let transport = ScriptedTransport { url in
    Ending(ofURLNumber: Self.number(of: url)).script
  }
  private let pipeline: ImagePipeline
  private let observer = RecordingObserver()

  init(requestCount: Int, urlCount: Int) {
    self.requestCount = requestCount
    self.urlCount = urlCount
    var header = ImageHeader(width: 16, height: 16, nativeFormat: .rgba8)
    header.frameCount = 1
    var settings = PipelineSettings()
    settings.transfers.maximumCount = 16
    settings.decodeThreadCount = 4
    pipeline = ImagePipeline(
      routing: ScriptedRouting(transports: ["https": transport], decoders: [ScriptedProvider(.still(header))]),
      settings: settings, observer: observer.observer)
  }

  /// Whether it all ended as it should, with few threads and little memory.
  func run() async -> Bool {
    let before = Usage.now
    let tallies = await withTaskGroup(of: Tally.self) { group in
      for caller in 1...Self.callerCount { group.addTask { await call(UInt64(caller)) } }
      return await group.reduce(into: Tally()) { $0.add($1) }
    }
    let record = transport.record
    print(
      "\(requestCount) requests, \(urlCount) URLs: \(record.requests.count) fetches,",
      "\(record.maximumRunningCount) at once at the most, \(record.maximumRunningCountPerURL) of one URL;",
      "\(tallies.loaded) loaded, \(tallies.failed) failed, \(tallies.cancelled) cancelled;",
      "at the most \(tallies.threads) threads and \((tallies.residentKilobytes - before.residentKilobytes) / 1024) MiB")
    return tallies.loaded + tallies.failed + tallies.cancelled == requestCount && tallies.loaded > 0
      && tallies.cancelled > 0 && record.maximumRunningCountPerURL == 1 && record.maximumRunningCount <= 16
      && tallies.threads <= 24 && isSmall(tallies.residentKilobytes - before.residentKilobytes)
  }

  /// 8 KiB a request. A sanitizer has memory of its own.
  private func isSmall(_ kilobytes: Int) -> Bool {
    stress_shows_locks() != 0 || kilobytes <= 8 * requestCount
  }

  /// A caller's share of the requests.
  private func call(_ seed: UInt64) async -> Tally {
    var random = SeededGenerator(seed)
    var tasks: [ImageTask] = []
    var tally = Tally()
    for _ in 0..<requestCount / Self.callerCount {
      tasks.append(pipeline.task(for: request(&random)))
      disturb(tasks, &random)
      if Int.random(in: 0..<16, using: &random) == 0 { await Task.yield() }
      if tasks.count % 50 == 0 { tally.add(Usage.now) }
    }
    for task in tasks where Ending(ofURLNumber: Self.number(of: task.request.url.serialized)) == .hanging {
      task.cancel()
    }
    tally.add(Usage.now)
    for task in tasks { tally.add(await task.outcome) }
    return tally
  }

  private func request(_ random: inout SeededGenerator) -> ImageRequest {
    let number = Int.random(in: 0..<urlCount, using: &random)
    guard var request = try? ImageRequest("https://\(number % 7).test/\(number)") else { fatalError("No URL") }
    request.priority = RequestPriority.allCases.randomElement(using: &random) ?? .normal
    request.wantsPreviews = Bool.random(using: &random)
    if Int.random(in: 0..<4, using: &random) == 0 { request.options.processors = [GrayscaleProcessor()] }
    return request
  }

  private func disturb(_ tasks: [ImageTask], _ random: inout SeededGenerator) {
    guard let task = tasks.randomElement(using: &random) else { return }
    switch Int.random(in: 0..<4, using: &random) {
    case 0: task.priority = RequestPriority.allCases.randomElement(using: &random) ?? .normal
    case 1: task.cancel()
    default: break
    }
  }

  /// The last part of its path.
  private static func number(of url: String) -> Int {
    url.split(separator: "/").last.flatMap { Int($0) } ?? 0
  }
}

private struct Tally: Sendable {
  var loaded = 0
  var failed = 0
  var cancelled = 0
  /// At the most.
  var threads = 0
  var residentKilobytes = 0

  mutating func add(_ usage: Usage) {
    threads = max(threads, usage.threads)
    residentKilobytes = max(residentKilobytes, usage.residentKilobytes)
  }

  mutating func add(_ other: Tally) {
    loaded += other.loaded
    failed += other.failed
    cancelled += other.cancelled
    threads = max(threads, other.threads)
    residentKilobytes = max(residentKilobytes, other.residentKilobytes)
  }
}

extension ImageTask {
  /// Waits for its end, watching its events if it wanted previews.
  fileprivate var outcome: Tally {
    get async {
      if request.wantsPreviews { for await _ in events {} }
      do throws(ImageError) {
        _ = try await response
        return Tally(loaded: 1)
      } catch {
        return error.code == .cancelled ? Tally(cancelled: 1) : Tally(failed: 1)
      }
    }
  }
}
