import Glibc
import Lazuli

/// Files of the tool's own: lists, and what it wrote before.
enum TextFile {
  /// All bytes, or so many from the beginning. Throws `notFound`, `accessDenied`, `inputOutput`.
  static func read(_ path: String, maximumByteCount: Int = .max) throws(ImageError) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw error(errno, path) }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 65_536)
    while bytes.count < maximumByteCount {
      let count = Glibc.read(descriptor, &piece, piece.count)
      if count == 0 { break }
      if count > 0 {
        bytes += piece[..<count]
      } else if errno != EINTR {
        throw error(errno, path)
      }
    }
    return bytes
  }

  static func isDirectory(_ path: String) -> Bool { kind(of: path) == S_IFDIR }

  /// Whether it is there and neither a regular file nor a folder.
  static func isSpecial(_ path: String) -> Bool { kind(of: path).map { $0 != S_IFREG && $0 != S_IFDIR } ?? false }

  private static func kind(of path: String) -> mode_t? {
    var status = stat()
    return stat(path, &status) == 0 ? status.st_mode & S_IFMT : nil
  }

  static func error(_ number: Int32, _ path: String) -> ImageError {
    let code: ImageError.Code =
      switch number {
      case ENOENT: .notFound
      case EACCES: .accessDenied
      default: .inputOutput
      }
    return ImageError(code, at: .request, "Cannot read \(path): \(SystemError(number: number).text)")
  }
}
