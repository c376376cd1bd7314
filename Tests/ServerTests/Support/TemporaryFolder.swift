import Glibc
import LazuliTestSupport

/// A folder that goes with the last reference, with all that is in it.
final class TemporaryFolder: Sendable {
  /// Without links in it.
  let path: String

  init() throws {
    var template = Array("/tmp/lazuli-servers-XXXXXX".utf8CString)
    guard let made = mkdtemp(&template), let resolved = realpath(made, nil) else { throw Failure(number: errno) }
    path = String(cString: resolved)
    free(resolved)
  }

  deinit { _ = Shell.run("rm -rf '\(path)'") }

  struct Failure: Error {
    let number: Int32
  }

  func file(_ name: String) -> String { "\(path)/\(name)" }

  @discardableResult
  func write(_ bytes: [UInt8], to name: String) throws -> String {
    try TestFile.write(bytes, to: file(name))
    return file(name)
  }

  /// The names in it, or in a folder within.
  func names(in folder: String = ".") throws -> [String] { try TestFile.names(in: file(folder)) }
}
