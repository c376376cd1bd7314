import LazuliCore
import LazuliTestSupport
import Testing

@testable import Lazuli

@Suite("The graph of jobs")
struct JobGraphTests {
  private func key(_ url: String, _ change: (inout ImageRequest) -> Void = { _ in }) throws -> JobKey {
    var request = try ImageRequest(url)
    change(&request)
    return .image(request.shared)
  }

  /// The fetch of a chain.
  private func fetch(of job: JobID, in graph: JobGraph) -> JobID { graph.chain(of: job).last ?? 0 }

  @Test("The first who wants a result makes its fetch wait for a place; the last who leaves takes it out")
  func waiting() throws {
    var graph = JobGraph()
    let job = graph.subscribe(1, to: try key("https://a.test/"), .normal)
    let fetch = fetch(of: job, in: graph)
    #expect(graph.takeActions() == [.enqueue(fetch)])
    #expect(graph.subscribe(2, to: try key("https://a.test/"), .normal) == job)
    #expect(graph.takeActions().isEmpty)
    graph.leave(1, job)
    #expect(graph.takeActions().isEmpty)
    graph.leave(2, job)
    let bottom = try key("https://a.test/").fetch
    #expect(graph.takeActions() == [.stop(job, isSatisfied: false), .dequeue(fetch, bottom)])
    #expect(graph.jobCount == 0)
  }

  @Test("A job has the highest priority of those who want it, and falls again when they leave")
  func priorities() throws {
    var graph = JobGraph()
    let job = graph.subscribe(1, to: try key("https://a.test/"), .low)
    let fetch = fetch(of: job, in: graph)
    _ = graph.takeActions()
    _ = graph.subscribe(2, to: try key("https://a.test/"), .high)
    #expect(graph.takeActions() == [.move(job, .high), .move(fetch, .high)])
    graph.setPriority(.veryHigh, of: 1, job)
    #expect(graph.priority(of: fetch) == .veryHigh)
    graph.leave(1, job)
    #expect(graph.priority(of: fetch) == .high)
    graph.setPriority(.veryLow, of: 2, job)
    #expect(graph.priority(of: fetch) == .veryLow)
  }

  @Test("A job that joins a fetch while it ends is served by the next run of it")
  func joinedTooLate() throws {
    var graph = JobGraph()
    let first = graph.subscribe(1, to: try key("https://a.test/"), .normal)
    let fetch = fetch(of: first, in: graph)
    graph.start(fetch)
    let second = graph.subscribe(
      2, to: try key("https://a.test/") { $0.options.targetSize = .fit(ImageSize(width: 2, height: 2)) }, .high)
    _ = graph.takeActions()
    graph.fetchEnded(fetch, served: [first])
    #expect(graph.takeActions() == [.enqueue(fetch)])
    graph.start(fetch)
    #expect(graph.takeActions() == [.start(fetch, for: [second])])
    #expect(graph.priority(of: fetch) == .high)
  }

  @Test("Processors are shared as far as they are the same")
  func prefixes() throws {
    var graph = JobGraph()
    let one = graph.subscribe(
      1,
      to: try key("https://a.test/") {
        $0.options.processors = [GrayscaleProcessor(), GaussianBlurProcessor(sigma: 2)]
      },
      .normal)
    let two = graph.subscribe(
      2,
      to: try key("https://a.test/") {
        $0.options.processors = [GrayscaleProcessor(), GaussianBlurProcessor(sigma: 3)]
      },
      .normal)
    #expect(one != two)
    #expect(graph.chain(of: one).dropFirst() == graph.chain(of: two).dropFirst())
    #expect(graph.jobCount == 5)
  }

  @Test("A fetch which is being stopped is not begun again before it has ended")
  func restart() throws {
    var graph = JobGraph()
    let job = graph.subscribe(1, to: try key("https://a.test/"), .normal)
    let fetch = fetch(of: job, in: graph)
    graph.start(fetch)
    graph.leave(1, job)
    #expect(graph.takeActions().last == .stop(fetch, isSatisfied: false))
    let next = graph.subscribe(2, to: try key("https://a.test/"), .normal)
    #expect(self.fetch(of: next, in: graph) == fetch)
    #expect(graph.takeActions().isEmpty)
    graph.fetchEnded(fetch, served: [])
    #expect(graph.takeActions() == [.enqueue(fetch)])
    graph.start(fetch)
    #expect(graph.takeActions() == [.start(fetch, for: [next])])
  }

  @Test("Who is turned away waits for the end of the run, and gets the next one")
  func turnedAway() throws {
    var graph = JobGraph()
    let job = graph.subscribe(1, to: try key("https://a.test/"), .normal)
    let fetch = fetch(of: job, in: graph)
    graph.start(fetch)
    let late = graph.subscribe(2, to: try key("https://a.test/") { $0.options.pixelFormat = .gray8 }, .high)
    _ = graph.takeActions()
    graph.turnAway(late, from: fetch)
    #expect(graph.takeActions().isEmpty)
    #expect(graph.priority(of: fetch) == .high)
    _ = graph.finish(job)
    #expect(graph.takeActions() == [.leave(job, fetch: fetch), .stop(fetch, isSatisfied: true)])
    graph.fetchEnded(fetch, served: [])
    #expect(graph.takeActions() == [.enqueue(fetch)])
  }

  @Test("Whatever comes, jobs are wanted, priorities are the highest, and a body is fetched once at a time")
  func randomWalk() throws {
    var walk = try GraphWalk(seed: 7)
    for step in 0..<100_000 {
      walk.step()
      if step % 100 == 0 { try walk.check() }
    }
    walk.drain()
    #expect(walk.graph.jobCount == 0)
  }
}

/// Tasks that come, go and change their mind, fetches that start and end, over some URLs.
private struct GraphWalk {
  var graph = JobGraph()
  private var random: SeededGenerator
  private let keys: [JobKey]
  private struct Entry {
    let job: JobID
    var priority: RequestPriority
  }

  private var tasks: [TaskID: Entry] = [:]
  private var lastTask = 0
  private var waiting: Set<JobID> = []
  private var running: Set<JobID> = []
  private var stopping: Set<JobID> = []
  /// Jobs which take the bytes of a fetch that runs.
  private var bodies: Set<JobID> = []

  init(seed: UInt64) throws {
    random = SeededGenerator(seed)
    let processors: [any ImageProcessor] = [GrayscaleProcessor(), GaussianBlurProcessor(sigma: 2)]
    var keys: [JobKey] = []
    for number in 0..<6 {
      for format in [PixelFormat.rgba8, .gray8] {
        for count in 0..<3 {
          var request = try ImageRequest("https://a.test/\(number)")
          request.options.pixelFormat = format
          request.options.processors = Array(processors.prefix(count))
          keys.append(.image(request.shared))
        }
      }
    }
    self.keys = keys
  }

  mutating func step() {
    switch Int.random(in: 0..<10, using: &random) {
    case 0..<3: subscribe()
    case 3..<5: leave()
    case 5: changePriority()
    case 6: if let fetch = waiting.sorted().randomElement(using: &random) { start(fetch) }
    case 7: if let job = bodies.sorted().randomElement(using: &random) { finish(job) }
    case 8: turnAway()
    default: endFetch()
    }
    act()
  }

  /// Until nothing is left.
  mutating func drain() {
    while let task = tasks.keys.first { leave(task) }
    while let fetch = running.union(stopping).first { end(fetch) }
    #expect(waiting.isEmpty && bodies.isEmpty)
  }

  func check() throws {
    for (task, entry) in tasks {
      let priority = try #require(graph.priority(of: entry.job), "The job of task \(task) is gone")
      #expect(priority >= entry.priority)
      #expect(graph.tasks(behind: entry.job).contains(task))
    }
    for fetch in waiting.union(running) {
      let wished = graph.tasks(behind: fetch).compactMap { tasks[$0]?.priority }.max()
      if let wished { #expect(graph.priority(of: fetch) ?? .veryLow >= wished) }
    }
  }

  private mutating func subscribe() {
    lastTask += 1
    let priority = RequestPriority.allCases.randomElement(using: &random) ?? .normal
    guard let key = keys.randomElement(using: &random) else { return }
    tasks[lastTask] = Entry(job: graph.subscribe(lastTask, to: key, priority), priority: priority)
  }

  private mutating func leave() {
    if let task = tasks.keys.sorted().randomElement(using: &random) { leave(task) }
  }

  private mutating func leave(_ task: TaskID) {
    guard let entry = tasks.removeValue(forKey: task) else { return }
    graph.leave(task, entry.job)
    act()
  }

  private mutating func changePriority() {
    guard let task = tasks.keys.sorted().randomElement(using: &random), let job = tasks[task]?.job else { return }
    let priority = RequestPriority.allCases.randomElement(using: &random) ?? .normal
    tasks[task]?.priority = priority
    graph.setPriority(priority, of: task, job)
  }

  private mutating func start(_ fetch: JobID) {
    waiting.remove(fetch)
    graph.start(fetch)
  }

  private mutating func finish(_ job: JobID) {
    bodies.remove(job)
    guard let takers = graph.finish(job) else { return }
    act()
    for task in takers.tasks { tasks[task] = nil }
    for job in takers.jobs { finish(job) }
  }

  private mutating func turnAway() {
    guard let fetch = running.sorted().first, let job = graph.takers(of: fetch).jobs.first else { return }
    bodies.remove(job)
    graph.turnAway(job, from: fetch)
  }

  private mutating func endFetch() {
    if let fetch = running.union(stopping).min() { end(fetch) }
  }

  private mutating func end(_ fetch: JobID) {
    running.remove(fetch)
    stopping.remove(fetch)
    graph.fetchEnded(fetch, served: Set(graph.takers(of: fetch).jobs))
    act()
  }

  private mutating func act() {
    for action in graph.takeActions() {
      switch action {
      case .enqueue(let fetch):
        #expect(!running.contains(fetch) && !stopping.contains(fetch) && waiting.insert(fetch).inserted)
      case .dequeue(let fetch, _): #expect(waiting.remove(fetch) != nil)
      case .start(let fetch, let jobs):
        #expect(!stopping.contains(fetch) && running.insert(fetch).inserted)
        bodies.formUnion(jobs)
      case .join(let job, let fetch):
        #expect(running.contains(fetch))
        bodies.insert(job)
      case .leave(let job, let fetch):
        #expect(running.contains(fetch))
        bodies.remove(job)
      case .stop(let job, _):
        bodies.remove(job)
        if running.remove(job) != nil { stopping.insert(job) }
      case .move(let job, let priority): #expect(graph.priority(of: job) == nil || priority >= .veryLow)
      case .showPreviews, .begin: break
      }
    }
  }
}

extension JobKey {
  fileprivate var fetch: JobKey { input.map(\.fetch) ?? self }
}
