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
    var problem: Int32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: limit + 1) { buffer, filled in
      while filled < buffer.count {
        let free = UnsafeMutableRawBufferPointer(UnsafeMutableBufferPointer(rebasing: buffer[filled...]))
        let count = Glibc.read(descriptor, free.baseAddress, free.count)
        if count < 0, errno == EINTR { continue }
        if count < 0 { problem = errno }
        guard count > 0 else { break }
        filled += count
      }
    }
    guard problem == 0 else { throw failure(path, problem) }
    return bytes
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
