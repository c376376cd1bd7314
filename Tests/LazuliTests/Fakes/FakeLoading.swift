import Lazuli
import LazuliCore
import Synchronization

/// Loads which a test brings to their end, and images which it puts in memory.
final class FakeLoading: ImageLoading {
  private struct State {
    var loads: [FakeLoad] = []
    /// Some of these may have ended.
    var live: [FakeLoad] = []
    var memory: [ResourceURL: ImageResponse] = [:]
  }

  private let state = Mutex(State())

  /// In the order in which they were started.
  var loads: [FakeLoad] { state.withLock { $0.loads } }
  /// Those that have not ended.
  var underWay: [FakeLoad] {
    state.withLock { state in
      state.live.removeAll { $0.hasEnded }
      return state.live
    }
  }

  func load(of url: String) -> FakeLoad? { loads.last { $0.request.url.path == url } }

  func keep(_ response: ImageResponse, for request: ImageRequest) {
    state.withLock { $0.memory[request.url] = response }
  }

  func imageInMemory(for request: ImageRequest) -> ImageResponse? {
    state.withLock { $0.memory[request.url] }
  }

  func load(_ request: ImageRequest, _ receive: @escaping @Sendable (ImageTaskEvent) -> Void) -> any ImageLoadControl {
    let load = FakeLoad(request, receive)
    state.withLock { state in
      state.loads.append(load)
      state.live.append(load)
    }
    return load
  }
}

/// One load. Cancelling it does not keep it from sending: a late event is what its receiver has to stand.
final class FakeLoad: ImageLoadControl {
  let request: ImageRequest
  private let receive: @Sendable (ImageTaskEvent) -> Void
  private let state: Mutex<(priority: RequestPriority, isCancelled: Bool, hasEnded: Bool)>

  init(_ request: ImageRequest, _ receive: @escaping @Sendable (ImageTaskEvent) -> Void) {
    self.request = request
    self.receive = receive
    state = Mutex((request.priority, false, false))
  }

  var priority: RequestPriority {
    get { state.withLock { $0.priority } }
    set { state.withLock { $0.priority = newValue } }
  }
  var isCancelled: Bool { state.withLock { $0.isCancelled } }
  var hasEnded: Bool { state.withLock { $0.hasEnded } }

  func cancel() {
    state.withLock { state in
      if !state.hasEnded { state.isCancelled = true }
      state.hasEnded = true
    }
  }

  func send(_ event: ImageTaskEvent) { receive(event) }

  func finish(_ response: ImageResponse) {
    state.withLock { $0.hasEnded = true }
    receive(.finished(response))
  }

  func fail(_ code: ImageError.Code = .connectionFailed) {
    state.withLock { $0.hasEnded = true }
    receive(.failed(ImageError(code, at: .fetch, "The test says so")))
  }
}

extension ImageResponse {
  /// A picture that is known by its width.
  static func fake(_ width: Int) -> ImageResponse { ImageResponse(image: .fake(width), origin: .source) }

  var number: Int { image.width }
}

extension DecodedImage {
  static func fake(_ width: Int) -> DecodedImage {
    guard let layout = PixelLayout(width: width, height: 1, format: .gray8),
      let surface = try? PixelBufferPool().surface(layout)
    else { preconditionFailure("no memory for a row") }
    return DecodedImage(
      pixels: surface.freeze(), header: ImageHeader(width: width, height: 1, nativeFormat: .gray8), format: "fake")
  }
}

extension ImageRequest {
  /// The request for the picture of that number.
  static func fake(_ number: Int) -> ImageRequest {
    guard let request = try? ImageRequest("fake:///\(number)") else { preconditionFailure("no URL") }
    return request
  }

  var number: Int { Int(url.path.dropFirst()) ?? 0 }
}
