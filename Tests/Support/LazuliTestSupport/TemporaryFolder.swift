import Glibc

/// A folder that goes with the last reference, with all that is in it.
public final class TemporaryFolder: Sendable {
  /// Without links in it.
  public let path: String

  public init() throws {
    var template = Array("/tmp/lazuli-test-XXXXXX".utf8CString)
    guard let made = mkdtemp(&template), let resolved = realpath(made, nil) else { throw Failure(number: errno) }
    path = String(cString: resolved)
    free(resolved)
  }

  deinit { _ = Shell.run("rm -rf '\(path)'") }

  /// Why it could not be made.
  public struct Failure: Error {
    /// errno
    public let number: Int32
  }

  /// The path of a file in it.
  public func file(_ name: String) -> String { "\(path)/\(name)" }

  /// Writes a file, and answers its path.
  @discardableResult
  public func write(_ bytes: [UInt8], to name: String) throws -> String {
    try TestFile.write(bytes, to: file(name))
    return file(name)
  }

  /// The names in it, or in a folder within.
  public func names(in folder: String = ".") throws -> [String] { try TestFile.names(in: file(folder)) }
}
