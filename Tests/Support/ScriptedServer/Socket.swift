import CTestSystem
import Glibc

/// Why a server could not be had.
public struct SocketError: Error, CustomStringConvertible {
  public let description: String

  init(_ action: String) {
    description = "\(action): \(String(cString: strerror(errno)))"
  }
}

/// A TCP socket that blocks.
struct Socket: Sendable {
  let descriptor: Int32

  /// Listens at a free port of a numeric address.
  static func listening(at address: String) throws -> Socket {
    let isIPv6 = address.utf8.contains(UInt8(ascii: ":"))
    let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    let socket = Socket(descriptor: Glibc.socket(isIPv6 ? AF_INET6 : AF_INET, kind, 0))
    guard socket.descriptor >= 0 else { throw SocketError("socket") }
    guard isIPv6 ? socket.bindIPv6(address) : socket.bindIPv4(address), listen(socket.descriptor, 128) == 0 else {
      defer { socket.close() }
      throw SocketError("Listening at \(address)")
    }
    return socket
  }

  private func bindIPv4(_ text: String) -> Bool {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    return inet_pton(AF_INET, text, &address.sin_addr) == 1 && bound(to: &address)
  }

  private func bindIPv6(_ text: String) -> Bool {
    var address = sockaddr_in6()
    address.sin6_family = sa_family_t(AF_INET6)
    return inet_pton(AF_INET6, text, &address.sin6_addr) == 1 && bound(to: &address)
  }

  private func bound<Address>(to address: inout Address) -> Bool {
    withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, socklen_t(MemoryLayout<Address>.size)) == 0
      }
    }
  }

  /// The port is at the same place for both families.
  var port: Int {
    var address = sockaddr_in6()
    var count = socklen_t(MemoryLayout<sockaddr_in6>.size)
    withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { _ = getsockname(descriptor, $0, &count) }
    }
    return Int(UInt16(bigEndian: address.sin6_port))
  }

  /// Waits for a connection; `nil` when the socket was shut down.
  func accept() -> Socket? {
    while true {
      let connection = testsys_accept(descriptor)
      if connection >= 0 { return Socket(descriptor: connection).sendingAtOnce() }
      guard errno == EINTR || errno == ECONNABORTED else { return nil }
    }
  }

  private func sendingAtOnce() -> Socket {
    var yes: Int32 = 1
    setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &yes, socklen_t(MemoryLayout<Int32>.size))
    return self
  }

  /// False when the peer takes no more.
  func send(_ bytes: [UInt8]) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes {
        Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      if count < 0 {
        guard errno == EINTR else { return false }
      } else {
        rest = rest.dropFirst(count)
      }
    }
    return true
  }

  /// What has come, at least a byte; empty when the peer has closed or reset.
  func receive() -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: 16_384) { buffer, count in
      var taken = recv(descriptor, buffer.baseAddress, buffer.count, 0)
      while taken < 0, errno == EINTR { taken = recv(descriptor, buffer.baseAddress, buffer.count, 0) }
      count = max(0, taken)
    }
  }

  /// Ends both directions, whoever waits in them.
  func shutDown() { shutdown(descriptor, Int32(SHUT_RDWR)) }

  func close() { _ = Glibc.close(descriptor) }

  /// Makes `close` send a reset instead of an end.
  func resetAtClose() {
    var linger = Glibc.linger(l_onoff: 1, l_linger: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout<Glibc.linger>.size))
  }
}
