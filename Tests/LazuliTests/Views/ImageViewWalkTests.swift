import Glibc
import Lazuli
import LazuliCore
import LazuliTestSupport
import Testing

@Suite("A random walk of the view machine")
struct ImageViewWalkTests {
  /// For each way of detaching; 340 000 make a million in all, for which a debug build takes a minute.
  private static let eventCount = getenv("LAZULI_WALK_EVENTS").flatMap { Int(String(cString: $0)) } ?? 60_000

  @Test(
    "However events fall, it shows no stale picture, completes nothing twice and leaks no load",
    arguments: zip([ImageViewOptions.Detachment.cancel, .lowerPriority(.veryLow), .goOn], [20, 21, 22] as [UInt64]))
  func walk(detachment: ImageViewOptions.Detachment, seed: UInt64) async {
    // On a thread of its own: it would hold up the tests which wait for something.
    let (faults, counts) = await BlockingThread.run {
      var walk = Walk(detachment, seed: seed)
      for _ in 0..<Self.eventCount { walk.step() }
      walk.end()
      return (walk.faults, walk.counts)
    }
    print("view machine, \(detachment): \(counts)")
    #expect(faults == Walk.Faults())
    #expect(counts.loaded > Self.eventCount / 100)
    #expect(counts.lateEvents > Self.eventCount / 10)
  }
}

/// A machine, and a world of loads that end when they like, late events included.
private struct Walk {
  struct Faults: Equatable, Sendable {
    var stalePictures = 0
    var doubleCompletions = 0
    var missingCompletions = 0
    var leakedLoads = 0
    var doubleLoads = 0
    var wrongIndicators = 0
  }

  struct Counts: Sendable {
    var events = 0
    var wishes = 0
    var loads = 0
    var loaded = 0
    var failed = 0
    var cancelled = 0
    var lateEvents = 0
  }

  private struct Load {
    var generation: Int
    var number: Int
  }

  private(set) var faults = Faults()
  private(set) var counts = Counts()
  private var machine: ImageViewMachine
  private var generator: SeededGenerator
  private var wanted: Int?
  /// Of the world's loads, those that nobody ended.
  private var underWay: [Load] = []
  /// Those that ended or were cancelled, and send again.
  private var ended: [Load] = []
  private var timers: [Int] = []
  private var completions: [Int: Int] = [:]
  private let requests = (1...32).map(ImageRequest.fake)
  private let responses = (0...32).map { ImageResponse.fake(max($0, 1)) }

  init(_ detachment: ImageViewOptions.Detachment, seed: UInt64) {
    var options = ImageViewOptions()
    options.detachment = detachment
    machine = ImageViewMachine(options)
    generator = SeededGenerator(seed)
  }

  mutating func step() {
    counts.events += 1
    switch Int.random(in: 0..<100, using: &generator) {
    case 0..<8: want(Int.random(in: 0...32, using: &generator), isLazy: false)
    case 8..<16: want(Int.random(in: 0...32, using: &generator), isLazy: true)
    case 16..<24: handle(.attach)
    case 24..<30: handle(.detach)
    case 30..<34: handle(.retry)
    case 34..<37: handle(.cancel)
    case 37..<39:
      wanted = nil
      handle(.reset)
    case 39..<45: if let generation = timers.randomElement(using: &generator) { fire(generation) }
    case 45..<60: sendLate()
    default: send()
    }
    check()
  }

  /// All loads end, and nothing is wanted any more.
  mutating func end() {
    while let load = underWay.popLast() {
      handle(.load(.finished(responses[load.number]), generation: load.generation))
    }
    handle(.reset)
    faults.missingCompletions = (1...machine.wishCount).count { completions[$0] == nil }
    faults.doubleCompletions = completions.values.count { $0 > 1 }
  }

  private mutating func want(_ number: Int, isLazy: Bool) {
    counts.wishes += 1
    wanted = number == 0 ? nil : number
    let request = number == 0 ? nil : requests[number - 1]
    handle(isLazy ? .assign(request) : .start(request))
  }

  private mutating func fire(_ generation: Int) {
    timers.removeAll { $0 == generation }
    handle(.indicatorDue(generation: generation))
  }

  private mutating func sendLate() {
    guard let load = ended.randomElement(using: &generator) else { return }
    counts.lateEvents += 1
    handle(.load(event(load.number, endsToo: true), generation: load.generation))
  }

  private mutating func send() {
    guard let index = underWay.indices.randomElement(using: &generator) else { return }
    let load = underWay[index]
    let event = event(load.number, endsToo: Bool.random(using: &generator))
    switch event {
    case .finished, .failed: retire(index)
    default: break
    }
    handle(.load(event, generation: load.generation))
  }

  private mutating func event(_ number: Int, endsToo: Bool) -> ImageTaskEvent {
    switch Int.random(in: endsToo ? 0..<5 : 0..<3, using: &generator) {
    case 0: .started
    case 1: .progress(ByteProgress(receivedByteCount: number))
    case 2: .preview(responses[number].image)
    case 3: .failed(ImageError(.connectionFailed, at: .fetch, "The test says so"))
    default: .finished(responses[number])
    }
  }

  private mutating func retire(_ index: Int) {
    ended.append(underWay.remove(at: index))
    if ended.count > 16 { ended.removeFirst() }
  }

  private mutating func handle(_ event: ImageViewMachine.Event) {
    for action in machine.handle(event) { perform(action) }
  }

  private mutating func perform(_ action: ImageViewMachine.Action) {
    switch action {
    case .load(let request, let generation):
      counts.loads += 1
      underWay.append(Load(generation: generation, number: request.number))
    case .cancel(let generation):
      counts.cancelled += 1
      if let index = underWay.firstIndex(where: { $0.generation == generation }) { retire(index) }
    case .startTimer(_, let generation): timers.append(generation)
    case .complete(let wish, _): completions[wish, default: 0] += 1
    case .tellLoaded(let response):
      counts.loaded += 1
      if response.number != wanted { faults.stalePictures += 1 }
    case .tellFailed: counts.failed += 1
    case .show, .setPriority: break
    }
  }

  private mutating func check() {
    switch machine.picture {
    case .image(let image), .preview(let image): if image.width != wanted { faults.stalePictures += 1 }
    case .nothing, .placeholder, .failureImage: break
    }
    let isLoading = machine.loadUnderWay != nil
    if underWay.count > 1 { faults.doubleLoads += 1 }
    if underWay.count != (isLoading ? 1 : 0) { faults.leakedLoads += 1 }
    if machine.state.isIndicatorVisible, !isLoading { faults.wrongIndicators += 1 }
  }
}
