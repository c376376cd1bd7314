import DecoderWire
import Glibc
import LazuliABI
import LazuliTestSupport

/// A process with one decoder's plugin, and the connection to it.
///
/// Every call sends a request and waits for its answer; a peer that is gone or silent is an error.
public final class PeerProcess {
  public let identifier: pid_t
  /// How long an answer may take, in milliseconds.
  public var patience: Int32 = 20_000
  private let socket: Int32
  private var isEnded = false

  public init(_ loaded: LoadedDecoder) throws {
    var ends: [Int32] = [-1, -1]
    let failure = wire_pair(&ends)
    guard failure == 0 else { throw HarnessError("No socket for the peer: errno \(failure)") }
    socket = ends[0]
    defer { close(ends[1]) }
    identifier = try Self.start(["\(BuildFolder.path)/DecoderPeer", loaded.libraryPath, loaded.format], ends[1])
  }

  deinit { end() }

  private static func start(_ arguments: [String], _ socket: Int32) throws -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, socket, WIRE_PEER_SOCKET)
    var list: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
    defer { for argument in list { free(argument) } }
    var identifier: pid_t = 0
    let failure = posix_spawn(&identifier, arguments[0], &actions, nil, &list, environ)
    guard failure == 0 else { throw HarnessError("\(arguments[0]) does not start: errno \(failure)") }
    return identifier
  }

  /// Closes the connection, whereupon the peer ends, and waits for that.
  public func end() {
    guard !isEnded else { return }
    isEnded = true
    close(socket)
    // One that was stopped or hangs would be waited for in vain.
    if !waitsForEnd(milliseconds: 5_000) { kill(identifier, SIGKILL) }
    var status: Int32 = 0
    waitpid(identifier, &status, 0)
  }

  func call(
    _ request: wire_request, _ payload: ArraySlice<UInt8> = [], descriptor: Int32 = -1
  ) throws -> (answer: wire_answer, payload: [UInt8]) {
    var request = request
    request.payload_size = UInt64(payload.count)
    try check(wire_send(socket, &request, MemoryLayout<wire_request>.size, descriptor))
    try check(payload.withUnsafeBytes { wire_send(socket, $0.baseAddress, $0.count, -1) })
    var answer = wire_answer()
    try check(wire_receive(socket, &answer, MemoryLayout<wire_answer>.size, nil, patience))
    var bytes = [UInt8](repeating: 0, count: Int(answer.payload_size))
    try check(wire_receive(socket, &bytes, bytes.count, nil, patience))
    return (answer, bytes)
  }

  private func check(_ failure: Int32) throws {
    switch failure {
    case 0: return
    case ETIMEDOUT: throw HarnessError("The peer \(identifier) gave no answer for \(patience) ms")
    case ECONNRESET, EPIPE: throw HarnessError("The peer \(identifier) is gone")
    default: throw HarnessError("The connection to the peer \(identifier) failed: errno \(failure)")
    }
  }

  /// Leaves the status for `waitpid`.
  private func waitsForEnd(milliseconds: Int32) -> Bool {
    let descriptor = wire_process(identifier)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&entry, 1, milliseconds) > 0
  }
}
