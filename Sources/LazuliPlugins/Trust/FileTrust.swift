import Glibc
import LazuliCore

/// Whether what lies at a path is ours to load: code and manifests which somebody else could have
/// written are refused before `dlopen`, because constructors run inside it.
///
/// Every part of the resolved path has to belong to root or to the user of this process, and may be
/// writable by nobody else. Two exceptions, as `sshd` and umask 002 have them: a folder with the
/// sticky bit above the plugin's own (/tmp), where nobody can replace what is another's; and a group
/// with the owner's name and no further member.
struct FileTrust {
  let user: uid_t

  init(user: uid_t = geteuid()) { self.user = user }

  /// Why the file, or the road to it, is not trusted; `nil` when it is. `path` is resolved.
  func objection(to path: String) -> String? {
    objection(to: path, below: nil) { nil }
  }

  /// The same, but that of `known` and what is above it `judgement` is the answer.
  func objection(to path: String, below known: String?, _ judgement: () -> String?) -> String? {
    if let objection = objection(to: path, mayBeSticky: false) { return objection }
    let folder = FilePath.folder(of: path)
    if let objection = objection(to: folder, mayBeSticky: false) { return objection }
    guard folder != "/", folder != "." else { return nil }
    let above = FilePath.folder(of: folder)
    return above == known || folder == known ? judgement() : objection(toRoad: above)
  }

  /// Why a folder above a plugin's own, or what is above it, is not trusted.
  func objection(toRoad folder: String) -> String? {
    if let objection = objection(to: folder, mayBeSticky: true) { return objection }
    guard folder != "/", folder != "." else { return nil }
    return objection(toRoad: FilePath.folder(of: folder))
  }

  private func objection(to path: String, mayBeSticky: Bool) -> String? {
    var status = stat()
    guard stat(path, &status) == 0 else { return "\(path): \(String(cString: strerror(errno)))" }
    return objection(to: path, status, mayBeSticky: mayBeSticky)
  }

  func objection(to path: String, _ status: stat, mayBeSticky: Bool) -> String? {
    guard status.st_uid == 0 || status.st_uid == user else {
      return "\(path) belongs to user \(status.st_uid), not to root or to user \(user): chown it"
    }
    if mayBeSticky, status.st_mode & S_ISVTX != 0 { return nil }
    if status.st_mode & S_IWOTH != 0 { return "\(path) is writable by everybody: chmod o-w it" }
    if status.st_mode & S_IWGRP != 0, !isPrivateGroup(status.st_gid, of: status.st_uid) {
      return "\(path) is writable by group \(status.st_gid): chmod g-w it"
    }
    return nil
  }

  /// Whether the group is the owner's alone: of the same name, without further members.
  private func isPrivateGroup(_ group: gid_t, of owner: uid_t) -> Bool {
    withAccount(owner) { name, primaryGroup in
      primaryGroup == group
        && withGroup(group) { groupName, members in groupName == name && members.allSatisfy { $0 == name } }
    }
  }

  private func withAccount(_ id: uid_t, _ body: (String, gid_t) -> Bool) -> Bool {
    var entry = passwd()
    var found: UnsafeMutablePointer<passwd>?
    return withUnsafeTemporaryAllocation(of: CChar.self, capacity: 16 << 10) { buffer in
      guard let start = buffer.baseAddress, getpwuid_r(id, &entry, start, buffer.count, &found) == 0, found != nil,
        let name = entry.pw_name
      else { return false }
      return body(String(cString: name), entry.pw_gid)
    }
  }

  private func withGroup(_ id: gid_t, _ body: (String, [String]) -> Bool) -> Bool {
    var entry = group()
    var found: UnsafeMutablePointer<group>?
    return withUnsafeTemporaryAllocation(of: CChar.self, capacity: 64 << 10) { buffer in
      guard let start = buffer.baseAddress, getgrgid_r(id, &entry, start, buffer.count, &found) == 0, found != nil,
        let name = entry.gr_name
      else { return false }
      var members: [String] = []
      var next = entry.gr_mem
      while let member = next?.pointee {
        members.append(String(cString: member))
        next = next?.advanced(by: 1)
      }
      return body(String(cString: name), members)
    }
  }
}
