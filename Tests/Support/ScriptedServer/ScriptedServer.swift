import Glibc
import LazuliTestSupport
import Synchronization

/// An HTTP/1.1 server on loopback that answers by script, and remembers what it was asked.
///
/// One thread accepts, one serves each connection. Everything ends with the last reference.
public final class ScriptedServer: Sendable {
  public typealias Handler = @Sendable (Exchange) -> Void

  private let core: ServerCore
  private let address: String

  /// Listens at a free port of a numeric address. Throws `SocketError`.
  public init(at address: String = "127.0.0.1") throws {
    self.address = address
    core = ServerCore(try Socket.listening(at: address))
    core.start()
  }

  deinit { core.stop() }

  public var port: Int { core.port }

  /// The URL of a path, which begins with "/".
  public func url(_ path: String) -> String {
    "http://\(address.utf8.contains(UInt8(ascii: ":")) ? "[\(address)]" : address):\(port)\(path)"
  }

  /// What answers to a path; without it the answer is 404.
  public func on(_ path: String, _ handler: @escaping Handler) { core.set(handler, for: path) }

  /// All requests so far, as they came.
  public var requests: [SeenRequest] { core.requests }

  public func requests(for path: String) -> [SeenRequest] { requests.filter { $0.path == path } }

  /// Connections made so far, those without a request included.
  public var connectionCount: Int { core.connectionCount }
}

/// What the threads of a server share.
final class ServerCore: Sendable {
  private struct State {
    var handlers: [String: ScriptedServer.Handler] = [:]
    var requests: [SeenRequest] = []
    var connectionCount = 0
    /// Open ones, to be shut down at the end.
    var connections: [Int: Socket] = [:]
    var isStopped = false
  }

  private let listener: Socket
  let port: Int
  private let state = Mutex(State())

  init(_ listener: Socket) {
    self.listener = listener
    port = listener.port
  }

  var requests: [SeenRequest] { state.withLock { $0.requests } }
  var connectionCount: Int { state.withLock { $0.connectionCount } }

  func set(_ handler: @escaping ScriptedServer.Handler, for path: String) {
    state.withLock { $0.handlers[path] = handler }
  }

  func start() {
    BlockingThread.start { self.accept() }
  }

  func stop() {
    listener.shutDown()
    state.withLock { state in
      state.isStopped = true
      for connection in state.connections.values { connection.shutDown() }
    }
  }

  private func accept() {
    while let socket = listener.accept() {
      let number = state.withLock { state in
        state.connectionCount += 1
        state.connections[state.connectionCount] = socket
        if state.isStopped { socket.shutDown() }
        return state.connectionCount
      }
      BlockingThread.start { self.serve(socket, number) }
    }
    listener.close()
  }

  private func serve(_ socket: Socket, _ number: Int) {
    var reader = RequestReader(socket, connection: number)
    while let request = reader.next() {
      let exchange = Exchange(request, on: socket)
      note(request)(exchange)
      if !exchange.isKept { break }
    }
    end(socket, number)
  }

  private func note(_ request: SeenRequest) -> ScriptedServer.Handler {
    state.withLock { state in
      state.requests.append(request)
      return state.handlers[request.path] ?? { $0.respond(404, [("Content-Type", "text/plain")], body: [0x3F]) }
    }
  }

  private func end(_ socket: Socket, _ number: Int) {
    state.withLock { $0.connections[number] = nil }
    socket.close()
  }
}
