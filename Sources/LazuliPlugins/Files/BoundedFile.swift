import Glibc
import LazuliCore

/// Small files, read whole.
enum BoundedFile {
  /// The bytes of a regular file of at most `maximumByteCount`. Errors are at stage `configure`.
  static func read(_ path: String, maximumByteCount: Int) throws(ImageError) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw failure(path, errno) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw failure(path, errno) }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw ImageError(.notAFile, at: .configure, "\(path) is not a regular file")
    }
    guard status.st_size <= maximumByteCount else {
      throw ImageError(
        .invalidConfiguration, at: .configure,
        "\(path) has \(status.st_size) bytes, more than the \(maximumByteCount) that are read")
    }
    return try readAll(descriptor, path, atMost: maximumByteCount)
  }

  /// One byte more than allowed is tried, for a file which grows meanwhile: the parser refuses it.
  private static func readAll(_ descriptor: Int32, _ path: String, atMost limit: Int) throws(ImageError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: limit + 1)
    var filled = 0
    while filled < bytes.count {
      let count = bytes.withUnsafeMutableBytes { Glibc.read(descriptor, $0.baseAddress! + filled, $0.count - filled) }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw failure(path, errno) }
      if count == 0 { break }
      filled += count
    }
    return Array(bytes.prefix(filled))
  }

  static func failure(_ path: String, _ number: Int32) -> ImageError {
    let code: ImageError.Code =
      switch number {
      case ENOENT, ENOTDIR: .notFound
      case EACCES, EPERM: .accessDenied
      default: .inputOutput
      }
    var error = ImageError(code, at: .configure, "\(path): \(String(cString: strerror(number)))")
    error.libraryCode = Int64(number)
    return error
  }
}
