import Glibc

/// The one URI of a file: two programs that write it alike find each other's thumbnails by it.
enum FileURI {
  /// "file://" and the path, made absolute by its words alone; escaped as GLib's `g_filename_to_uri` does.
  static func text(ofPath path: [UInt8]) -> String {
    "file://" + escaped(absolute(path))
  }

  /// All but letters, digits and `-_.!~*'()/&=:@+$,`, which RFC 2396 lets stand in a path.
  static func escaped(_ path: [UInt8]) -> String {
    path.map { (byte: UInt8) -> String in
      if isPlain(byte) { return String(UnicodeScalar(byte)) }
      let hex = String(byte, radix: 16, uppercase: true)
      return "%" + (byte < 16 ? "0" : "") + hex
    }.joined()
  }

  /// The path from the root, without ".", ".." and empty parts.
  static func absolute(_ path: [UInt8]) -> [UInt8] {
    let slash = UInt8(ascii: "/")
    let full = path.first == slash ? path : workingDirectory + [slash] + path
    var parts: [ArraySlice<UInt8>] = []
    for part in full.split(separator: slash) {
      if part.elementsEqual("..".utf8) {
        _ = parts.popLast()
      } else if !part.elementsEqual(".".utf8) {
        parts.append(part)
      }
    }
    return parts.isEmpty ? [slash] : parts.flatMap { [slash] + $0 }
  }

  private static var workingDirectory: [UInt8] {
    guard let directory = getcwd(nil, 0) else { return [] }
    defer { free(directory) }
    return Array(UnsafeRawBufferPointer(start: directory, count: strlen(directory)))
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20) || "-_.!~*'()/&=:@+$,".utf8.contains(byte)
  }
}
