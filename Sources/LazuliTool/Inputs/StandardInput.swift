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
          "Standard input holds more than \(maximumByteCount) bytes")
        error.limit = .encodedBytes
        throw error
      }
    }
  }

  /// One line for each location, without spaces around it; empty lines and those behind "#" left out.
  static func lines(of bytes: [UInt8]) -> [String] {
    bytes.split { "\n\r".utf8.contains($0) }.map(trimmed).filter { !$0.isEmpty && $0[0] != UInt8(ascii: "#") }
      .map(RawWord.text)
  }

  private static func trimmed(_ line: ArraySlice<UInt8>) -> [UInt8] {
    let isSpace = { (byte: UInt8) in " \t".utf8.contains(byte) }
    let rest = line.drop(while: isSpace)
    guard let last = rest.lastIndex(where: { !isSpace($0) }) else { return [] }
    return Array(rest[...last])
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
