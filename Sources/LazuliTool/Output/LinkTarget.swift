import Glibc
import Lazuli

/// Where symbolic links lead: who writes to a link means the file behind it.
enum LinkTarget {
  /// What the kernel follows at the most.
  private static let maximumLinkCount = 40

  /// The path itself when it is no link; there need not be a file. Throws `inputOutput` for links that go in circles.
  static func path(of path: String) throws(ImageError) -> String {
    var current = path
    for _ in 0...maximumLinkCount {
      guard let target = try target(of: current) else { return current }
      current = target.hasPrefix("/") ? target : "\(Destination.directory(of: current))/\(target)"
    }
    throw OutputFile.error(ELOOP, path)
  }

  private static func target(of path: String) throws(ImageError) -> String? {
    var length = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: Int(PATH_MAX)) { buffer, count in
      length = buffer.withMemoryRebound(to: CChar.self) { readlink(path, $0.baseAddress!, $0.count) }
      count = max(0, length)
    }
    guard length >= 0 else { return nil }
    guard let target = String(validating: bytes, as: UTF8.self) else { throw OutputFile.error(EILSEQ, path) }
    return target
  }
}
