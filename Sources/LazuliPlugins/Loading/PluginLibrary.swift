import Glibc
import LazuliABI
import LazuliCore

/// A shared object in the process, with its entry. Never closed: a plugin is never unloaded.
struct PluginLibrary {
  let path: String
  let entry: lzl_plugin_main

  /// Loads `path`, which has to be trusted: constructors run. Throws `pluginRejected`.
  init(path: String) throws(ImageError) {
    if let objection = LibraryFile.objection(to: path) {
      throw Self.rejection("\(path) could not be loaded: \(objection)")
    }
    guard let handle = dlopen(path, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE) else {
      throw Self.rejection("\(path) could not be loaded: \(Self.lastError)")
    }
    guard let symbol = dlsym(handle, LZL_PLUGIN_MAIN) else {
      throw Self.rejection(Self.missingEntry(path, handle))
    }
    self.path = path
    entry = unsafeBitCast(symbol, to: lzl_plugin_main.self)
  }

  /// Says which major of the contract the library has, when it has another one.
  private static func missingEntry(_ path: String, _ handle: UnsafeMutableRawPointer) -> String {
    let majors = (0...9).filter { $0 != Int(LZL_ABI_MAJOR) && dlsym(handle, "lzl_plugin_main_\($0)") != nil }
    guard !majors.isEmpty else {
      return "\(path) is no Lazuli plugin: it does not export \(LZL_PLUGIN_MAIN)"
    }
    let present = majors.map(String.init).joined(separator: ", ")
    return "\(path) was built for another contract: required is major \(LZL_ABI_MAJOR), present is \(present)"
  }

  private static var lastError: String {
    dlerror().map { String(cString: $0) } ?? "no reason was given"
  }

  private static func rejection(_ message: String) -> ImageError {
    ImageError(.pluginRejected, at: .load, message)
  }
}
