import CLazuliFile
import LazuliABI
import LazuliPluginKit

/// A regular file, opened for reading.
struct OpenFile {
  private let descriptor: Int32
  /// As it was when opened.
  let state: lzlfile_state

  /// `path` ends with a NUL.
  init(path: [UInt8]) throws(PluginError) {
    // First a look from outside: to open a device can have effects.
    try Self.check(Self.look(at: path))
    descriptor = try Self.open(path)
    var state = lzlfile_state()
    let failure = lzlfile_state_of(descriptor, &state)
    self.state = state
    do throws(PluginError) {
      if failure != 0 { throw Self.error(failure) }
      try Self.check(state)
    } catch {
      close()
      throw error
    }
  }

  func close() { lzlfile_close(descriptor) }

  func expectReading() { lzlfile_expect(descriptor, state.size) }

  /// Device, inode, size and modification time.
  var identity: [UInt8] {
    var state = state
    return Self.text(capacity: 128) { lzlfile_identity(&state, $0, $1) } ?? []
  }

  /// The URL of its true path, when the kernel tells it.
  var location: [UInt8]? {
    Self.text(capacity: 4097) { lzlfile_true_path(descriptor, $0, $1) }.map { path in
      path.withUnsafeBufferPointer(FilePath.url(of:))
    }
  }

  /// At least one byte.
  func read(into buffer: UnsafeMutableRawBufferPointer, at offset: UInt64) throws(PluginError) -> Int {
    var count = 0
    let failure = lzlfile_read(descriptor, buffer.baseAddress, buffer.count, offset, &count)
    if failure != 0 { throw Self.error(failure) }
    guard count > 0 else {
      var error = PluginError(LZL_ERROR_TRUNCATED, "The file became shorter while it was read: load it again")
      error.offset = offset
      throw error
    }
    return count
  }

  func checkUnchanged() throws(PluginError) {
    var now = lzlfile_state()
    let failure = lzlfile_state_of(descriptor, &now)
    if failure != 0 { throw Self.error(failure) }
    guard now.size == state.size, now.seconds == state.seconds, now.nanoseconds == state.nanoseconds else {
      throw PluginError(LZL_ERROR_IO, "The file was written to while it was read: load it again")
    }
  }

  private static func look(at path: [UInt8]) throws(PluginError) -> lzlfile_state {
    var state = lzlfile_state()
    let failure = path.withUnsafeBytes { lzlfile_look($0.bindMemory(to: CChar.self).baseAddress, &state) }
    if failure != 0 { throw error(failure) }
    return state
  }

  private static func open(_ path: [UInt8]) throws(PluginError) -> Int32 {
    var descriptor: Int32 = -1
    let failure = path.withUnsafeBytes { lzlfile_open($0.bindMemory(to: CChar.self).baseAddress, &descriptor) }
    if failure != 0 { throw error(failure) }
    return descriptor
  }

  private static func check(_ state: lzlfile_state) throws(PluginError) {
    switch state.kind {
    case LZLFILE_REGULAR: return
    case LZLFILE_DIRECTORY: throw PluginError(LZL_ERROR_IS_DIRECTORY, "It is a directory: name a file in it")
    default:
      throw PluginError(LZL_ERROR_NOT_A_FILE, "It is a device, pipe or socket: only regular files are read")
    }
  }

  private static func error(_ number: Int32) -> PluginError {
    var error =
      switch number {
      case ENOENT, ENOTDIR: PluginError(LZL_ERROR_NOT_FOUND, "There is no such file")
      case ENAMETOOLONG: PluginError(LZL_ERROR_NOT_FOUND, "No file can have a path of this length")
      case ELOOP: PluginError(LZL_ERROR_NOT_FOUND, "The path leads through too many symbolic links")
      case EACCES, EPERM: PluginError(LZL_ERROR_ACCESS_DENIED, "This user may not read the file: see its permissions")
      case EISDIR: PluginError(LZL_ERROR_IS_DIRECTORY, "It is a directory: name a file in it")
      case ENXIO, ENODEV: PluginError(LZL_ERROR_NOT_A_FILE, "It is not a regular file")
      case ENOMEM: PluginError(LZL_ERROR_OUT_OF_MEMORY, "The kernel has no memory to open the file")
      case EMFILE, ENFILE: PluginError(LZL_ERROR_IO, "Too many files are open in the process or on the machine")
      default: PluginError(LZL_ERROR_IO, "The file could not be read")
      }
    error.libraryCode = Int64(number)
    return error
  }

  private static func text(capacity: Int, _ fill: (UnsafeMutablePointer<CChar>?, Int) -> Int) -> [UInt8]? {
    let bytes = [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
      count = buffer.withMemoryRebound(to: CChar.self) { fill($0.baseAddress, $0.count) }
    }
    return bytes.isEmpty ? nil : bytes
  }
}
