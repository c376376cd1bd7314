import Lazuli
import LazuliCore
import Testing

/// Each rule of the view machine, one by one.
@Suite("View machine")
struct ImageViewMachineTests {
  private func machine(_ change: (inout ImageViewOptions) -> Void = { _ in }) -> ImageViewMachine {
    var options = ImageViewOptions()
    change(&options)
    return ImageViewMachine(options)
  }

  @Test("It begins empty, and shows nothing")
  func empty() {
    let machine = machine()
    #expect(Name(machine.state) == .empty)
    #expect(Name(machine.picture) == .nothing)
  }

  @Test("A start loads at once, attached or not, with the placeholder first")
  func start() {
    var machine = machine()
    #expect(names(machine.handle(.start(.fake(1)))) == ["load 1 #1", "show", "timer 1"])
    #expect(Name(machine.state) == .loading)
    #expect(Name(machine.picture) == .placeholder)
  }

  @Test("An assigned URL is loaded when the view is attached, once")
  func lazy() {
    var machine = machine()
    #expect(names(machine.handle(.assign(.fake(1)))) == ["show"])
    #expect(Name(machine.state) == .placeholder)
    #expect(names(machine.handle(.attach)).first == "load 1 #1")
    #expect(machine.handle(.attach).isEmpty)
    #expect(names(machine.handle(.assign(.fake(2)))).first == "complete 1 false")
    #expect(machine.loadUnderWay == 2)
  }

  @Test("Attaching loads nothing without a URL, with an image, or with a load under way")
  func attachedInVain() {
    var machine = machine()
    #expect(machine.handle(.attach).isEmpty)
    _ = machine.handle(.start(.fake(1)))
    #expect(machine.handle(.attach).isEmpty)
    _ = machine.handle(.load(.finished(.fake(1)), generation: 1))
    #expect(machine.handle(.attach).isEmpty)
    #expect(Name(machine.state) == .loaded)
  }

  @Test("Attaching again loads what failed or was cancelled")
  func attachedAgain() {
    var machine = machine()
    _ = machine.handle(.start(.fake(1)))
    _ = machine.handle(.load(.failed(.test), generation: 1))
    #expect(names(machine.handle(.attach)).first == "load 1 #2")
    #expect(names(machine.handle(.detach)).first == "cancel #2")
    #expect(names(machine.handle(.attach)).first == "load 1 #3")
  }

  @Test("A detached view ends its load, or lets it go on behind others until it is attached again, or lets it go on")
  func detachment() {
    var cancelling = machine()
    _ = cancelling.handle(.start(.fake(1)))
    #expect(names(cancelling.handle(.detach)) == ["cancel #1", "show", "complete 1 false"])
    var lowering = machine { $0.detachment = .lowerPriority(.veryLow) }
    _ = lowering.handle(.start(.fake(1)))
    #expect(names(lowering.handle(.detach)) == ["priority veryLow #1"])
    #expect(names(lowering.handle(.attach)) == ["priority normal #1"])
    #expect(lowering.handle(.attach).isEmpty)
    var going = machine { $0.detachment = .goOn }
    _ = going.handle(.start(.fake(1)))
    #expect(going.handle(.detach).isEmpty)
  }

  @Test("A new URL ends the old load, behind its own start, and completes the old wish with false")
  func newURL() {
    var machine = machine()
    _ = machine.handle(.start(.fake(1)))
    let actions = names(machine.handle(.start(.fake(2))))
    #expect(actions == ["complete 1 false", "load 2 #2", "show", "timer 2", "cancel #1"])
  }

  @Test("The result of an old load reaches nobody: a recycled cell never shows the picture of another row")
  func stale() {
    var machine = machine()
    _ = machine.handle(.start(.fake(1)))
    _ = machine.handle(.start(.fake(2)))
    for event: ImageTaskEvent in [.preview(.fake(1)), .finished(.fake(1)), .failed(.test)] {
      #expect(machine.handle(.load(event, generation: 1)).isEmpty)
    }
    #expect(Name(machine.state) == .loading)
    #expect(
      names(machine.handle(.load(.finished(.fake(2)), generation: 2))) == ["show", "loaded 2", "complete 2 true"])
    #expect(machine.handle(.load(.finished(.fake(3)), generation: 2)).isEmpty)
  }

  @Test("An absent URL shows the placeholder, completes with false and asks for nothing")
  func absent() {
    for event in [ImageViewMachine.Event.start(nil), .assign(nil)] {
      var machine = machine()
      _ = machine.handle(.attach)
      #expect(names(machine.handle(event)) == ["show", "complete 1 false"])
      #expect(Name(machine.picture) == .placeholder)
      #expect(machine.handle(.retry).isEmpty)
    }
  }

  @Test("A failed load is told with its error, completes with false and can be tried again")
  func failure() {
    var machine = machine()
    _ = machine.handle(.start(.fake(1)))
    #expect(names(machine.handle(.load(.failed(.test), generation: 1))) == ["show", "failed", "complete 1 false"])
    #expect(Name(machine.state) == .failed)
    #expect(names(machine.handle(.retry)).first == "load 1 #2")
    #expect(names(machine.handle(.load(.finished(.fake(1)), generation: 2))) == ["show", "loaded 1"])
    #expect(machine.handle(.retry).isEmpty)
  }

  @Test("The placeholder stays on failure unless a failure image is set")
  func failureImage() {
    for hasFailureImage in [false, true] {
      var machine = machine { $0.hasFailureImage = hasFailureImage }
      _ = machine.handle(.start(.fake(1)))
      _ = machine.handle(.load(.preview(.fake(1)), generation: 1))
      _ = machine.handle(.load(.failed(.test), generation: 1))
      #expect(Name(machine.picture) == (hasFailureImage ? .failureImage : .placeholder))
    }
  }

  @Test("Size, progress and previews show while it loads")
  func progress() throws {
    var machine = machine()
    _ = machine.handle(.start(.fake(1)))
    let header = ImageHeader(width: 40, height: 30, nativeFormat: .rgba8)
    let information = ImageInformation(header: header, format: "fake", plugin: "fake")
    #expect(machine.handle(.load(.started, generation: 1)).isEmpty)
    for event: ImageTaskEvent in [
      .sizeKnown(information), .progress(ByteProgress(receivedByteCount: 1, expectedByteCount: 4)), .preview(.fake(7)),
    ] {
      #expect(names(machine.handle(.load(event, generation: 1))) == ["show"])
    }
    guard case .loading(let loading) = machine.state else { throw ImageError.test }
    #expect(loading.information?.header.width == 40)
    #expect(loading.progress?.fraction == 0.25)
    #expect(Name(machine.picture) == .preview)
  }

  @Test("The indicator appears after a delay, while it still loads, and goes with the end")
  func indicator() {
    var machine = machine()
    _ = machine.handle(.start(.fake(1)))
    #expect(!machine.state.isIndicatorVisible)
    #expect(names(machine.handle(.indicatorDue(generation: 1))) == ["show"])
    #expect(machine.state.isIndicatorVisible)
    _ = machine.handle(.load(.finished(.fake(1)), generation: 1))
    #expect(!machine.state.isIndicatorVisible)
    _ = machine.handle(.start(.fake(2)))
    #expect(machine.handle(.indicatorDue(generation: 1)).isEmpty)
    #expect(!machine.state.isIndicatorVisible)
  }

  @Test("The indicator can be suppressed, or appear at once")
  func indicatorOptions() {
    var without = machine { $0.indicatorDelay = nil }
    #expect(names(without.handle(.start(.fake(1)))) == ["load 1 #1", "show"])
    #expect(!without.state.isIndicatorVisible)
    var atOnce = machine { $0.indicatorDelay = .zero }
    #expect(names(atOnce.handle(.start(.fake(1)))) == ["load 1 #1", "show"])
    #expect(atOnce.state.isIndicatorVisible)
  }

  @Test("Cancelling completes with false, once, and leaves the placeholder")
  func cancelling() {
    var machine = machine()
    _ = machine.handle(.start(.fake(1)))
    #expect(names(machine.handle(.cancel)) == ["cancel #1", "show", "complete 1 false"])
    #expect(machine.handle(.cancel).isEmpty)
    #expect(Name(machine.picture) == .placeholder)
    _ = machine.handle(.assign(.fake(2)))
    #expect(names(machine.handle(.cancel)) == ["complete 2 false"])
  }

  @Test("A reset ends the load and shows nothing, and an attached view then loads nothing")
  func reset() {
    var machine = machine()
    _ = machine.handle(.start(.fake(1)))
    #expect(names(machine.handle(.reset)) == ["cancel #1", "show", "complete 1 false", "show"])
    #expect(Name(machine.state) == .empty)
    #expect(machine.handle(.attach).isEmpty)
  }
}

extension ImageError {
  fileprivate static let test = ImageError(.connectionFailed, at: .fetch, "The test says so")
}

/// Cases without what they hold.
private enum Name: Equatable {
  case empty, placeholder, loading, loaded, failed, nothing, failureImage, preview, image

  init(_ state: ImageViewState) {
    switch state {
    case .empty: self = .empty
    case .placeholder: self = .placeholder
    case .loading: self = .loading
    case .loaded: self = .loaded
    case .failed: self = .failed
    }
  }

  init(_ picture: ImageViewState.Picture) {
    switch picture {
    case .nothing: self = .nothing
    case .placeholder: self = .placeholder
    case .failureImage: self = .failureImage
    case .preview: self = .preview
    case .image: self = .image
    }
  }
}

private func names(_ actions: [ImageViewMachine.Action]) -> [String] {
  actions.map { action in
    switch action {
    case .load(let request, let generation): "load \(request.number) #\(generation)"
    case .cancel(let generation): "cancel #\(generation)"
    case .setPriority(let priority, let generation): "priority \(priority) #\(generation)"
    case .startTimer(_, let generation): "timer \(generation)"
    case .show: "show"
    case .tellLoaded(let response): "loaded \(response.number)"
    case .tellFailed: "failed"
    case .complete(let wish, let isLoaded): "complete \(wish) \(isLoaded)"
    }
  }
}
