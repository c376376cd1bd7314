/// Reads the requests of a connection one after the other; they have no bodies.
struct RequestReader {
  private let socket: Socket
  private let connection: Int
  private var bytes: [UInt8] = []

  init(_ socket: Socket, connection: Int) {
    self.socket = socket
    self.connection = connection
  }

  /// `nil` when the peer has closed, or speaks something else.
  mutating func next() -> SeenRequest? {
    while true {
      if let end = headEnd {
        let head = String(decoding: bytes[..<end], as: UTF8.self)
        bytes.removeFirst(end + 4)
        return SeenRequest(head: head, connection: connection)
      }
      let more = socket.receive()
      if more.isEmpty { return nil }
      bytes += more
    }
  }

  private var headEnd: Int? {
    guard bytes.count >= 4 else { return nil }
    return (0...bytes.count - 4).first { bytes[$0..<$0 + 4].elementsEqual("\r\n\r\n".utf8) }
  }
}
