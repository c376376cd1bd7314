import Glibc
import Lazuli

/// The thumbnails of one user, which all programs of a desktop share.
///
/// Thumbnail Managing Standard of freedesktop.org, 0.9: `normal`, `large`, `x-large`, `xx-large`, and `fail` for
/// files of which there can be none.
struct ThumbnailCache: Sendable {
  let root: String

  /// In the folder that the environment names: XDG Base Directory Specification, `XDG_CACHE_HOME`.
  init() {
    let named = Self.variable("XDG_CACHE_HOME").flatMap { $0.hasPrefix("/") ? $0 : nil }
    root = (named ?? "\(Self.home)/.cache") + "/thumbnails"
  }

  /// Whether a file is a thumbnail, this user's or one of a shared repository.
  func holds(_ path: [UInt8]) -> Bool {
    path.starts(with: FileURI.absolute(Array("\(root)/".utf8)) + [UInt8(ascii: "/")])
      || path.split(separator: UInt8(ascii: "/")).contains { $0.elementsEqual(".sh_thumbnails".utf8) }
  }

  func path(of source: ThumbnailSource, _ size: ThumbnailSize) -> String {
    "\(root)/\(size.rawValue)/\(source.fileName)"
  }

  func failurePath(of source: ThumbnailSource) -> String {
    "\(root)/fail/lazuli-\(lazuliVersion)/\(source.fileName)"
  }

  /// Makes a folder of the cache, for its owner alone, with those above it. Throws `accessDenied`, `inputOutput`.
  func makeFolder(_ path: String) throws(ImageError) {
    if mkdir(path, 0o700) == 0 || errno == EEXIST { return }
    guard errno == ENOENT, let slash = path.lastIndex(of: "/"), slash > path.startIndex else {
      throw OutputFile.error(errno, path)
    }
    try makeFolder(String(path[..<slash]))
    guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw OutputFile.error(errno, path) }
  }

  private static var home: String {
    variable("HOME") ?? getpwuid(getuid()).flatMap { $0.pointee.pw_dir }.map { String(cString: $0) } ?? "/"
  }

  private static func variable(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
  }
}
