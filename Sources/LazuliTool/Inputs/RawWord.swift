import Glibc
import Lazuli

/// A word from outside, which is UTF-8 in most cases and any bytes in some.
enum RawWord {
  /// The words of the command line, without the program's name.
  static var arguments: [String] {
    (1..<max(1, Int(CommandLine.argc))).compactMap { index in
      CommandLine.unsafeArgv[index].map { text(of: Array(UnsafeRawBufferPointer(start: $0, count: strlen($0)))) }
    }
  }

  /// The word; one that is not UTF-8 can only be the name of a file, and becomes its URL.
  static func text(of bytes: [UInt8]) -> String {
    if let text = String(validating: bytes, as: UTF8.self) { return text }
    guard bytes.first != UInt8(ascii: "-") else { return String(decoding: bytes, as: UTF8.self) }
    return FileURI.text(ofPath: bytes)
  }
}
