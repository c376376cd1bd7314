import Glibc
import LazuliCore

/// A look at a library before the system's loader gets it, which waits for a pipe for ever and, by
/// SIGBUS, ends the process over a library that was cut off.
///
/// Source: ELF-64 Object File Format 1.5.
enum LibraryFile {
  private static let headerByteCount = 64
  private static let segmentByteCount = 56

  /// Why the file at `path` cannot be loaded; `nil` when the loader may decide.
  static func objection(to path: String) -> String? {
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else { return String(cString: strerror(errno)) }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return "It is not a regular file" }
    guard needed(file) <= UInt64(clamping: status.st_size) else {
      return "It has \(status.st_size) bytes and was cut off; install it again"
    }
    return nil
  }

  /// Bytes up to the end of its last segment; 0 for what is no 64-bit ELF file, which the loader refuses.
  private static func needed(_ file: Int32) -> UInt64 {
    guard let header = bytes(of: file, at: 0, count: headerByteCount), header.starts(with: [0x7F, 0x45, 0x4C, 0x46, 2])
    else { return 0 }
    let start = number(header, at: 32, UInt64.self)
    let count = number(header, at: 56, UInt16.self)
    guard number(header, at: 54, UInt16.self) == segmentByteCount else { return 0 }
    let table = bytes(of: file, at: start, count: Int(count) * segmentByteCount)
    guard let table else { return .max }
    return stride(from: 0, to: table.count, by: segmentByteCount).map { segment in
      let offset = number(table, at: segment + 8, UInt64.self)
      let (end, overflow) = offset.addingReportingOverflow(number(table, at: segment + 32, UInt64.self))
      return overflow ? .max : end
    }.max() ?? 0
  }

  private static func bytes(of file: Int32, at offset: UInt64, count: Int) -> [UInt8]? {
    guard let offset = Int(exactly: offset) else { return nil }
    var bytes = [UInt8](repeating: 0, count: count)
    return pread(file, &bytes, count, offset) == count ? bytes : nil
  }

  private static func number<Number: FixedWidthInteger>(_ bytes: [UInt8], at offset: Int, _: Number.Type) -> Number {
    bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: offset, as: Number.self) }
  }
}
