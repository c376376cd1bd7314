import Glibc

/// Why a file of a test could not be read.
public struct TestFileError: Error, CustomStringConvertible {
  public let path: String
  public let reason: String

  public var description: String { "\(path): \(reason)" }

  init(_ path: String, number: Int32 = errno) {
    self.path = path
    reason = String(cString: strerror(number))
  }
}

/// Files for tests, without Foundation.
public enum TestFile {
  /// All bytes of a file.
  public static func bytes(at path: String) throws -> [UInt8] {
    guard let file = fopen(path, "rb") else { throw TestFileError(path) }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 1 << 16)
    while case let count = fread(&part, 1, part.count, file), count > 0 { bytes += part[..<count] }
    guard ferror(file) == 0 else { throw TestFileError(path) }
    return bytes
  }

  /// The names in a folder but "." and "..", sorted by their bytes.
  public static func names(in path: String) throws -> [String] {
    guard let folder = opendir(path) else { throw TestFileError(path) }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      names.append(withUnsafeBytes(of: entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) })
    }
    return names.filter { $0 != "." && $0 != ".." }.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// Writes all bytes, over what was there.
  public static func write(_ bytes: [UInt8], to path: String) throws {
    guard let file = fopen(path, "wb") else { throw TestFileError(path) }
    let count = fwrite(bytes, 1, bytes.count, file)
    guard fclose(file) == 0, count == bytes.count else { throw TestFileError(path) }
  }

  /// Removes a file, if it is there.
  public static func remove(_ path: String) {
    unlink(path)
  }
}
