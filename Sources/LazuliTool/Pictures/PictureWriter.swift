import Glibc
import Lazuli

/// Where the bytes of one picture go, counted.
final class PictureWriter: @unchecked Sendable {
  // Unchecked: one picture is written by one encoder, piece after piece.
  private let file: OutputFile?
  private(set) var byteCount = 0

  /// Writes to standard output without a file.
  init(_ file: OutputFile?) { self.file = file }

  func write(_ bytes: UnsafeRawBufferPointer) throws(ImageError) {
    byteCount += bytes.count
    if let file {
      try file.write(bytes)
      return
    }
    do {
      try writeAll(bytes, to: STDOUT_FILENO)
    } catch {
      if error.number == EPIPE { BrokenPipe.end() }
      throw OutputFile.error(error.number, "standard output")
    }
  }
}
