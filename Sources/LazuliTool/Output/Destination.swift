import Glibc
import Lazuli
import Synchronization

/// Where pictures go: a folder (names from the URLs), one file, or standard output.
final class Destination: Sendable {
  enum Place: Sendable, Equatable {
    case directory(String)
    case file(String)
    /// A device or a pipe.
    case special(String)
    case standardOutput

    /// As told by "-o", for so many pictures. Throws `invalidRequest` for several that have no folder.
    init(_ text: String, count: Int) throws(ImageError) {
      if text.hasSuffix("/") || TextFile.isDirectory(text) {
        self = .directory(text.count > 1 && text.hasSuffix("/") ? String(text.dropLast()) : text)
      } else if count > 1 {
        throw Self.noFolder(text, count)
      } else {
        self = text == "-" ? .standardOutput : TextFile.isSpecial(text) ? .special(text) : .file(text)
      }
    }

    private static func noFolder(_ text: String, _ count: Int) -> ImageError {
      let (what, folder) = text == "-" ? ("Standard output", "DIR/") : (text, "\(text)/")
      return ImageError(
        .invalidRequest, at: .write,
        "\(what) is no folder, and there are \(count) pictures; -o \(folder) makes one for them")
    }

    /// In lower case; `nil` where there is none.
    var fileExtension: String? {
      guard case .file(let path) = self, let name = path.split(separator: "/").last,
        let dot = name.lastIndex(of: "."), dot > name.startIndex
      else { return nil }
      return name[name.index(after: dot)...].lowercased()
    }
  }

  let place: Place
  private let overwrites: Bool
  /// Names given out: two pictures under way never aim at one name.
  private let taken = Mutex<Set<String>>([])

  /// Makes the folder when there is none. Throws `inputOutput`, `accessDenied`, `invalidRequest`.
  init(_ place: Place, overwrites: Bool) throws(ImageError) {
    self.place = place
    self.overwrites = overwrites
    switch place {
    case .directory(let path):
      guard mkdir(path, 0o777) != 0 else { return }
      let failure = errno
      guard TextFile.isDirectory(path) else { throw OutputFile.error(failure, path) }
    case .file(let path) where !overwrites && access(path, F_OK) == 0:
      throw Self.exists(path)
    default: break
    }
  }

  /// A place to write to; what is written appears with `finish`, under a name like `stem` in a folder.
  func open(stem: String) throws(ImageError) -> OutputFile? {
    switch place {
    case .directory(let path): return try OutputFile(directory: path, name: "\(path)/\(stem)")
    case .file(let path):
      let target = overwrites ? try LinkTarget.path(of: path) : path
      return try OutputFile(directory: Self.directory(of: target), name: path)
    case .special(let path): return try OutputFile(special: path)
    case .standardOutput: return nil
    }
  }

  /// Gives the file its name and says which.
  func finish(_ file: OutputFile, stem: String, suffix: String) throws(ImageError) -> String {
    switch place {
    case .directory(let folder): try appear(file, in: folder, stem: stem, suffix: suffix)
    case .file(let path): try finish(file, as: path)
    case .special(let path): path
    case .standardOutput: "-"
    }
  }

  private func finish(_ file: OutputFile, as path: String) throws(ImageError) -> String {
    if overwrites {
      try file.replace(path)
    } else if try !file.appear(as: path) {
      throw Self.exists(path)
    }
    return path
  }

  private func appear(
    _ file: OutputFile, in folder: String, stem: String, suffix: String
  ) throws(ImageError) -> String {
    while true {
      let path = reserve(stem: stem, suffix: suffix, in: folder)
      if overwrites {
        try file.replace(path)
        return path
      }
      if try file.appear(as: path) { return path }
    }
  }

  private func reserve(stem: String, suffix: String, in folder: String) -> String {
    taken.withLock { taken in
      let name = FileName.unique(stem: stem, suffix: suffix) { name in
        taken.contains(name) || (!overwrites && access("\(folder)/\(name)", F_OK) == 0)
      }
      taken.insert(name)
      return folder == "." ? name : "\(folder)/\(name)"
    }
  }

  static func directory(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  private static func exists(_ path: String) -> ImageError {
    ImageError(.invalidRequest, at: .write, "\(path) is there already; --force replaces it")
  }
}
