import Lazuli
import LazuliCore
import Synchronization
import Testing

@Suite("View model")
struct ImageViewModelTests {
  private let loader = FakeLoading()
  private let record = Record()

  private func model(_ options: ImageViewOptions = .init()) -> ImageViewModel<String> {
    let timer = ImageViewTimer { [record] _, work in record.timers.withLock { $0.append(work) } }
    let model = ImageViewModel<String>(loader, options, on: .anyThread, timer: timer) { [record] in
      record.note("show \($0.name)")
    }
    model.delegate = record
    return model
  }

  @Test("An image in memory is shown at once: no placeholder, no indicator, no load")
  func memory() {
    loader.keep(.fake(7), for: .fake(7))
    let model = model()
    model.start(.fake(7), for: "row 3") { [record] in record.note("complete \($0)") }
    #expect(record.notes == ["show image 7", "loaded 7 for row 3", "complete true"])
    #expect(loader.loads.isEmpty)
    #expect(record.timers.withLock { $0.count } == 0)
  }

  @Test("A load shows the placeholder, then the picture; the delegate is told with the object, then completion comes")
  func loading() {
    let model = model()
    model.start(.fake(7), for: "row 3") { [record] in record.note("complete \($0)") }
    loader.loads[0].send(.preview(.fake(2)))
    loader.loads[0].finish(.fake(7))
    #expect(
      record.notes == [
        "show loading placeholder", "show loading preview 2", "show image 7", "loaded 7 for row 3", "complete true",
      ])
  }

  @Test("A recycled view shows and tells only what belongs to its last object")
  func recycling() {
    let model = model()
    model.start(.fake(1), for: "row 1") { [record] in record.note("1 \($0)") }
    model.start(.fake(2), for: "row 2") { [record] in record.note("2 \($0)") }
    #expect(loader.loads[0].isCancelled)
    loader.loads[1].finish(.fake(2))
    loader.loads[0].finish(.fake(1))
    #expect(record.notes.suffix(4) == ["1 false", "show image 2", "loaded 2 for row 2", "2 true"])
  }

  @Test("Who is told may start the next load from there")
  func reentrance() {
    let model = model()
    model.start(.fake(1), for: "a") { [record, loader] isLoaded in
      record.note("1 \(isLoaded)")
      loader.keep(.fake(2), for: .fake(2))
      model.start(.fake(2), for: "b") { record.note("2 \($0)") }
    }
    loader.loads[0].fail()
    #expect(
      record.notes == ["show loading placeholder", "show failed", "failed a", "1 false"]
        + ["show image 2", "loaded 2 for b", "2 true"])
  }

  @Test("The indicator comes with the timer, unless the load has ended")
  func indicator() {
    let model = model()
    model.start(.fake(1), for: "a")
    for fire in record.takeTimers() { fire() }
    #expect(model.current.isIndicatorVisible)
    loader.loads[0].finish(.fake(1))
    model.start(.fake(2), for: "b")
    loader.loads[1].finish(.fake(2))
    let count = record.notes.count
    for fire in record.takeTimers() { fire() }
    #expect(record.notes.count == count)
  }

  @Test("A detached view's load goes on with the lowered priority and comes back")
  func lowering() {
    var options = ImageViewOptions()
    options.detachment = .lowerPriority(.veryLow)
    let model = model(options)
    model.assign(.fake(1), for: "a")
    #expect(loader.loads.isEmpty)
    model.attach()
    model.detach()
    #expect(loader.loads[0].priority == .veryLow)
    model.attach()
    #expect(loader.loads[0].priority == .normal)
  }

  @Test("A failed load can be tried again")
  func retry() {
    let model = model()
    model.start(.fake(1), for: "a")
    loader.loads[0].fail()
    model.retry()
    loader.loads[1].finish(.fake(1))
    #expect(record.notes.suffix(2) == ["show image 1", "loaded 1 for a"])
  }

  @Test("The last reference to a model ends its load and completes with false")
  func letGo() {
    var model: ImageViewModel<String>? = model()
    model?.start(.fake(1), for: "a") { [record] in record.note("complete \($0)") }
    model = nil
    #expect(loader.loads[0].isCancelled)
    #expect(record.notes.last == "complete false")
    loader.loads[0].finish(.fake(1))
    #expect(record.notes.last == "complete false")
  }
}

private final class Record: ImageViewDelegate {
  private let state = Mutex([String]())
  let timers = Mutex([@Sendable () -> Void]())

  var notes: [String] { state.withLock { $0 } }
  func note(_ note: String) { state.withLock { $0.append(note) } }
  func takeTimers() -> [@Sendable () -> Void] {
    timers.withLock { timers in
      defer { timers = [] }
      return timers
    }
  }

  func imageLoaded(_ response: ImageResponse, for object: String) { note("loaded \(response.number) for \(object)") }
  func imageFailed(_ error: ImageError, for object: String) { note("failed \(object)") }
}

extension ImageViewState {
  fileprivate var name: String {
    switch self {
    case .empty: "empty"
    case .placeholder: "placeholder"
    case .loading(let loading): loading.preview.map { "loading preview \($0.width)" } ?? "loading placeholder"
    case .loaded(let response): "image \(response.number)"
    case .failed: "failed"
    }
  }
}
