import Glibc

/// Resolves files and judges the way to them: of those below one folder, with what leads to that folder looked at once.
struct FileRoad {
  private struct Start {
    var path: String
    var resolved: String
    var objection: String?
  }

  private let trust: FileTrust
  private let start: Start?

  /// - Parameter folder: Absolute; `nil` when nothing is known of where the files will lie.
  init(from folder: String? = nil, trust: FileTrust = FileTrust()) {
    self.trust = trust
    start = folder.flatMap { path in
      FilePath.resolved(path).map { Start(path: path, resolved: $0, objection: trust.objection(toRoad: $0)) }
    }
  }

  /// Absolute and without symbolic links, `nil` when there is no such file.
  func resolved(_ path: String) -> String? {
    guard let start, let names = names(of: path, below: start.path) else { return FilePath.resolved(path) }
    var resolved = start.resolved
    for name in names {
      resolved = FilePath.join(resolved, String(name))
      var byte: CChar = 0
      // EINVAL says that it is there and no link.
      guard readlink(resolved, &byte, 1) < 0, errno == EINVAL else { return FilePath.resolved(path) }
    }
    return resolved
  }

  /// Why the file, or the way to it, is not trusted; `nil` when it is. `path` is resolved.
  func objection(to path: String) -> String? {
    guard let start else { return trust.objection(to: path) }
    return trust.objection(to: path, below: start.resolved) { start.objection }
  }

  /// The names of a path below `folder`; `nil` when it lies elsewhere, or leads up again.
  private func names(of path: String, below folder: String) -> [Substring]? {
    guard path.utf8.starts(with: folder.utf8) else { return nil }
    let rest = path.utf8.dropFirst(folder.utf8.count)
    guard rest.first == UInt8(ascii: "/") else { return nil }
    let names = rest.dropFirst().split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    let isPlain = names.allSatisfy { !$0.isEmpty && !$0.elementsEqual(".".utf8) && !$0.elementsEqual("..".utf8) }
    return isPlain ? names.map { Substring($0) } : nil
  }
}
