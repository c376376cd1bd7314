import Lazuli
import LazuliTestKit
import Synchronization

/// Notes what a task tells, and lets a test wait for the end.
final class EventLog: Sendable {
  private let state = Mutex<[ImageTaskEvent]>([])
  let ended = Signal()

  func note(_ event: ImageTaskEvent) {
    state.withLock { $0.append(event) }
    switch event {
    case .finished, .failed: ended.fire()
    case .started, .sizeKnown, .progress, .preview: break
    }
  }

  /// One word for each event, in their order.
  var words: [String] { state.withLock { $0.map(\.word) } }
}

extension ImageTaskEvent {
  var word: String {
    switch self {
    case .started: "started"
    case .sizeKnown: "size"
    case .progress: "progress"
    case .preview: "preview"
    case .finished: "finished"
    case .failed(let error): "failed \(error.code.rawValue)"
    }
  }
}

extension ImageRequest {
  /// A request, changed.
  static func made(_ url: String, _ change: (inout ImageRequest) -> Void = { _ in }) throws -> ImageRequest {
    var request = try ImageRequest(url)
    change(&request)
    return request
  }
}
