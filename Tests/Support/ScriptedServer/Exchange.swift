import Glibc

/// A request with its connection, to be answered in whatever way; on the connection's own thread.
public final class Exchange {
  public let request: SeenRequest
  private let socket: Socket
  /// Whether the connection can take another request.
  private(set) var isKept = true

  init(_ request: SeenRequest, on socket: Socket) {
    self.request = request
    self.socket = socket
  }

  /// A response as it should be.
  public func respond(_ status: Int = 200, _ fields: [(String, String)] = [], body: [UInt8] = []) {
    let hasBody = status != 204 && status != 304
    sendHead(status, fields + (hasBody ? [("Content-Length", "\(body.count)")] : []))
    send(body)
  }

  /// A PNG, or what is called so.
  public func respond(png: [UInt8]) { respond(200, [("Content-Type", "image/png")], body: png) }

  public func redirect(_ status: Int = 302, to location: String) {
    respond(status, [("Location", location)])
  }

  /// A head with these fields and no others.
  public func sendHead(_ status: Int = 200, _ fields: [(String, String)] = []) {
    let lines = fields.map { "\($0.0): \($0.1)\r\n" }.joined()
    send(Array("HTTP/1.1 \(status) Scripted\r\n\(lines)\r\n".utf8))
  }

  /// Bytes as they are.
  public func send(_ bytes: [UInt8]) {
    if !socket.send(bytes) { isKept = false }
  }

  public func send(chunk: [UInt8]) {
    send(Array("\(String(chunk.count, radix: 16))\r\n".utf8) + chunk + Array("\r\n".utf8))
  }

  /// The connection ends when the handler has returned.
  public func close() { isKept = false }

  /// The connection ends when the handler has returned, with a reset.
  public func reset() {
    isKept = false
    socket.resetAtClose()
  }

  /// Returns when the peer has closed its end.
  public func waitForPeerToClose() {
    isKept = false
    while !socket.receive().isEmpty {}
  }

  /// What a slow server does between two pieces.
  public func rest(milliseconds: Int32) { poll(nil, 0, milliseconds) }
}
