import CLazuliSystem
import Glibc
import Lazuli

/// A file that is written aside and appears under its name only when it is whole.
///
/// An unnamed file of the directory where the file system has such (then nothing can be left behind,
/// whatever happens), else a hidden one which is removed. One thread at a time.
final class OutputFile {
  private let directory: String
  /// What it is called in messages.
  private let name: String
  private let descriptor: Int32
  private var hiddenPath: String?

  /// Opens the place aside for a file that will be called about `name`. Throws `inputOutput`, `accessDenied`,
  /// `notFound`.
  init(directory: String, name: String, permissions: mode_t = 0o666) throws(ImageError) {
    self.directory = directory
    self.name = name
    let unnamed = open(directory, lzlsys_unnamed_file | O_WRONLY | O_CLOEXEC, permissions)
    if unnamed >= 0 {
      descriptor = unnamed
      return
    }
    guard errno == EOPNOTSUPP || errno == EISDIR || errno == EINVAL else {
      throw Self.error(errno, name)
    }
    let aside = Self.hiddenPath(in: directory)
    descriptor = open(aside, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC | O_NOFOLLOW, permissions)
    guard descriptor >= 0 else { throw Self.error(errno, name) }
    hiddenPath = aside
  }

  /// Opens what is no regular file, a device or a pipe: it is written into, as there is nothing to
  /// appear. Throws `inputOutput`, `accessDenied`.
  init(special path: String) throws(ImageError) {
    directory = path
    name = path
    descriptor = open(path, O_WRONLY | O_CLOEXEC | O_NOCTTY)
    guard descriptor >= 0 else { throw Self.error(errno, path) }
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
    if let hiddenPath { unlink(hiddenPath) }
  }

  func write(_ bytes: UnsafeRawBufferPointer) throws(ImageError) {
    do {
      try writeAll(bytes, to: descriptor)
    } catch {
      throw Self.error(error.number, name)
    }
  }

  /// Writes all that another file holds.
  func write(contentsOf path: String) throws(ImageError) {
    let bytes = ByteChunk(try TextFile.read(path))
    try bytes.withUnsafeBytes { (bytes) throws(ImageError) in try write(bytes) }
  }

  /// Gives the file its name, in the same directory; false when that is taken, and nothing changes.
  func appear(as path: String) throws(ImageError) -> Bool {
    if linkContents(to: path) { return true }
    guard errno == EEXIST else { throw Self.error(errno, path) }
    return false
  }

  /// Gives the file its name in place of what is there, all at once: of the file that links lead to. It keeps that
  /// file's owner, where it may, and its permissions unless `keepsPermissions` is false.
  func replace(_ path: String, keepsPermissions: Bool = true) throws(ImageError) {
    let path = try LinkTarget.path(of: path)
    if keepsPermissions { takeOver(path) }
    let aside = hiddenPath ?? Self.hiddenPath(in: Destination.directory(of: path))
    if hiddenPath == nil {
      guard linkContents(to: aside) else { throw Self.error(errno, path) }
      hiddenPath = aside
    }
    guard rename(aside, path) == 0 else { throw Self.error(errno, path) }
    hiddenPath = nil
  }

  private func takeOver(_ path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return }
    // Only root may give files away; ahead of the mode, some of whose bits it would clear.
    _ = fchown(descriptor, status.st_uid, status.st_gid)
    _ = fchmod(descriptor, status.st_mode & 0o7777)
  }

  private func linkContents(to path: String) -> Bool {
    let source = hiddenPath ?? "/proc/self/fd/\(descriptor)"
    return linkat(AT_FDCWD, source, AT_FDCWD, path, AT_SYMLINK_FOLLOW) == 0
  }

  private static func hiddenPath(in directory: String) -> String {
    "\(directory)/.lazuli-\(getpid())-\(UInt32.random(in: 0 ... .max)).part"
  }

  static func error(_ number: Int32, _ path: String) -> ImageError {
    let code: ImageError.Code =
      switch number {
      case ENOENT, ENOTDIR: .notFound
      case EACCES, EPERM, EROFS: .accessDenied
      default: .inputOutput
      }
    let reason = SystemError(number: number).text
    var error = ImageError(code, at: .write, "Cannot write to \(path): \(reason)\(remedy(number, path))")
    error.libraryCode = Int64(number)
    return error
  }

  private static func remedy(_ number: Int32, _ path: String) -> String {
    switch number {
    case ENOENT where !TextFile.isDirectory(Destination.directory(of: path)):
      "; make the folder \(Destination.directory(of: path)) first"
    case ENOENT, EACCES, EPERM, EROFS, ENOTDIR, ENAMETOOLONG: "; name another place"
    case ENOSPC, EDQUOT, EFBIG: "; make room, or name another place"
    default: ""
    }
  }
}
