/// Which files may be read: `files` of `lazuli.json`.
///
/// Judges paths as they are written. The engine asks twice: for the path of the URL, and, links followed,
/// for the true path of the file that was opened below the true paths of the roots.
public struct FilePolicy: Sendable, Hashable {
  /// Absolute paths of folders, as bytes; `nil`: everything, empty: nothing.
  public var roots: [[UInt8]]?

  public init(roots: [String]? = nil) {
    self.roots = roots?.map { Array($0.utf8) }
  }

  /// Whether a path is a root or lies below one.
  ///
  /// With roots, a path has to be absolute and may hold neither ".." nor a zero byte.
  public func allows(_ path: [UInt8]) -> Bool {
    guard let roots else { return true }
    guard let components = Self.components(of: path) else { return false }
    return roots.contains { root in
      Self.components(of: root).map { components.starts(with: $0) } ?? false
    }
  }

  /// - Throws: `denied`, naming the path.
  public func check(_ path: [UInt8]) throws(ImageError) {
    if allows(path) { return }
    let shown = String(decoding: path, as: UTF8.self)
    throw ImageError(
      .denied, at: .fetch, "The file policy denies \(shown): it is below none of the folders in files.roots.")
  }

  /// The names between slashes; `nil` for a path which cannot be judged as it is written.
  private static func components(of path: [UInt8]) -> [ArraySlice<UInt8>]? {
    guard path.first == ASCII.slash, !path.contains(0) else { return nil }
    let components = path.split(separator: ASCII.slash).filter { !$0.elementsEqual(".".utf8) }
    return components.contains { $0.elementsEqual("..".utf8) } ? nil : components
  }
}
