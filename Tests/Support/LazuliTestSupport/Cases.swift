import Glibc

/// A folder of real test cases beside the package: `../shared/cases/NAME`, read-only, not always there.
public struct Cases: Sendable {
  /// Without a "/" at the end.
  public let path: String

  /// The cases of that folder, as "png/pngsuite"; `nil`, and a line that says so, when they are not there.
  public static func folder(_ name: String) -> Cases? {
    let cases = Cases(path: "\(packageRoot)/../shared/cases/\(name)")
    guard access(cases.path, R_OK) == 0 else {
      print("\(name): no cases at ../shared/cases/\(name), skipped")
      return nil
    }
    return cases
  }

  /// The folder of Package.swift.
  public static var packageRoot: String {
    #filePath.split(separator: "/").dropLast(4).map { "/\($0)" }.joined()
  }

  /// The bytes of a file of the folder.
  public func bytes(_ file: String) throws -> [UInt8] {
    try TestFile.bytes(at: "\(path)/\(file)")
  }

  /// A file of the folder which is one JSON value.
  public func json(_ file: String) throws -> TestJSON {
    try TestJSON(parsing: bytes(file))
  }

  /// A file of the folder with a JSON value on each line.
  public func jsonLines(_ file: String) throws -> [TestJSON] {
    try bytes(file).split(separator: UInt8(ascii: "\n")).map { try TestJSON(parsing: Array($0)) }
  }

  /// The names in the folder, sorted by their bytes; with an ending, as ".png", only those that have it.
  public func names(endingWith ending: String = "") throws -> [String] {
    try TestFile.names(in: path).filter { $0.hasSuffix(ending) }
  }
}
