import CTestSystem
import Glibc
import LazuliTestSupport
import Synchronization

/// What nginx says of each request once it has done with it: sent here as syslog, so that a test can wait for it.
final class AccessLog: Sendable {
  /// A request, answered or given up.
  struct Line: Sendable {
    let target: String
    let status: Int
    /// Whether the client took all of the answer.
    let isWhole: Bool
    let bodyByteCount: Int
    let httpVersion: String
    let connection: String
    let authorization: String
    let tenant: String

    fileprivate init?(_ datagram: [UInt8]) {
      let text = String(decoding: datagram, as: UTF8.self)
      let fields = text.split(separator: "|", omittingEmptySubsequences: false).dropFirst().map(String.init)
      guard fields.count == 8, let status = Int(fields[1]), let byteCount = Int(fields[3]) else { return nil }
      (target, self.status, isWhole, bodyByteCount) = (fields[0], status, fields[2] == "OK", byteCount)
      (httpVersion, connection, authorization, tenant) = (fields[4], fields[5], fields[6], fields[7])
    }
  }

  private struct State {
    var lines: [Line] = []
    var waiters: [(isEnough: @Sendable ([Line]) -> Bool, task: CheckedContinuation<[Line], Never>)] = []
  }

  static let format =
    "|$request_uri|$status|$request_completion|$body_bytes_sent|$server_protocol|$connection|"
    + "$http_authorization|$http_x_tenant"

  let port: Int
  private let socket: Int32
  private let state = Mutex(State())

  init() throws {
    let socket = Glibc.socket(AF_INET, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let code = withUnsafeMutablePointer(to: &address) { address in
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        bind(socket, address, length) == 0 ? getsockname(socket, address, &length) : -1
      }
    }
    guard code == 0 else { throw Failure(number: errno) }
    port = Int(UInt16(bigEndian: address.sin_port))
    self.socket = socket
    BlockingThread.start { [weak self] in
      while let datagram = Self.receive(socket), let self { self.note(datagram) }
      close(socket)
    }
  }

  /// errno
  struct Failure: Error {
    let number: Int32
  }

  deinit { shutdown(socket, Int32(SHUT_RDWR)) }

  /// Suspends until there is enough, and answers all lines so far.
  func lines(until isEnough: @escaping @Sendable ([Line]) -> Bool) async -> [Line] {
    await withCheckedContinuation { task in
      let lines: [Line]? = state.withLock { state in
        if isEnough(state.lines) { return state.lines }
        state.waiters.append((isEnough, task))
        return nil
      }
      if let lines { task.resume(returning: lines) }
    }
  }

  private func note(_ datagram: [UInt8]) {
    guard let line = Line(datagram) else { return }
    let (lines, tasks) = state.withLock { state in
      state.lines.append(line)
      let lines = state.lines
      let tasks = state.waiters.filter { $0.isEnough(lines) }.map(\.task)
      state.waiters.removeAll { $0.isEnough(lines) }
      return (lines, tasks)
    }
    for task in tasks { task.resume(returning: lines) }
  }

  /// `nil` when the socket was shut down.
  private static func receive(_ socket: Int32) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: 8192)
    let count = recv(socket, &bytes, bytes.count, 0)
    return count > 0 ? Array(bytes[..<count]) : nil
  }
}
