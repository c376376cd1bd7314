import Glibc
import Lazuli

/// Standard input, read to its end.
enum StandardInput {
  /// All bytes, `maximumByteCount` at the most. Throws `inputOutput`, `limitExceeded`.
  static func readAll(maximumByteCount: Int) throws(ImageError) -> [UInt8] {
    var bytes: [UInt8] = []
    while true {
      let piece = try readPiece()
      if piece.isEmpty { return bytes }
      bytes += piece
      if bytes.count > maximumByteCount {
        var error = ImageError(
          .limitExceeded, at: .fetch,
          "Standard input holds more than \(maximumByteCount) bytes; raise limits.encoded_bytes to take it")
        error.limit = .encodedBytes
        throw error
      }
    }
  }

  /// One line for each location, empty lines and those behind "#" left out.
  static func lines(of text: String) -> [String] {
    text.split(whereSeparator: \.isNewline).map(trimmed).filter { !$0.isEmpty && !$0.hasPrefix("#") }
  }

  private static func trimmed(_ line: Substring) -> String {
    var line = line
    while line.first?.isWhitespace == true { line.removeFirst() }
    while line.last?.isWhitespace == true { line.removeLast() }
    return String(line)
  }

  private static func readPiece() throws(ImageError) -> [UInt8] {
    var failure: Int32 = 0
    let piece = [UInt8](unsafeUninitializedCapacity: 65_536) { buffer, count in
      var taken = read(STDIN_FILENO, buffer.baseAddress, buffer.count)
      while taken < 0, errno == EINTR { taken = read(STDIN_FILENO, buffer.baseAddress, buffer.count) }
      if taken < 0 { failure = errno }
      count = max(0, taken)
    }
    guard failure == 0 else {
      throw ImageError(.inputOutput, at: .fetch, "Cannot read standard input: \(SystemError(number: failure).text)")
    }
    return piece
  }
}
