import Glibc
import LazuliCore
import LazuliPlugins
import LazuliTestSupport

/// A folder of plugins which goes away with the value.
final class PluginFolder: Sendable {
  let path: String

  init() {
    var template = Array("/tmp/lazuli-tests-XXXXXX".utf8CString)
    path = mkdtemp(&template).map { String(cString: $0) } ?? "/nonexistent"
  }

  deinit { Self.remove(path) }

  private static func remove(_ path: String) {
    // Links first: folders are not unlinked.
    if unlink(path) != 0, let stream = opendir(path) {
      while let entry = readdir(stream) {
        let name = withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
        if name != ".", name != ".." { remove("\(path)/\(name)") }
      }
      closedir(stream)
      rmdir(path)
    }
  }

  /// Adds a plugin: its manifest, and a copy of a library that SwiftPM built.
  func add(_ name: String, manifest: String, product: String? = nil, as library: String? = nil) {
    mkdir("\(path)/\(name)", 0o755)
    write(manifest, to: "\(name)/plugin.json")
    guard let product else { return }
    Self.copy("\(BuildFolder.path)/lib\(product).so", to: "\(path)/\(name)/\(library ?? "lib\(product).so")")
  }

  func write(_ text: String, to name: String) {
    guard let file = fopen("\(path)/\(name)", "w") else { return }
    fputs(text, file)
    fclose(file)
  }

  static func copy(_ source: String, to target: String) {
    let bytes = read(source)
    guard let file = fopen(target, "w") else { return }
    fwrite(bytes, 1, bytes.count, file)
    fclose(file)
  }

  static func read(_ path: String) -> [UInt8] {
    guard let file = fopen(path, "r") else { return [] }
    defer { fclose(file) }
    fseek(file, 0, SEEK_END)
    var bytes = [UInt8](repeating: 0, count: max(0, ftell(file)))
    rewind(file)
    let count = fread(&bytes, 1, bytes.count, file)
    return Array(bytes.prefix(count))
  }

  func catalog(
    _ configuration: Configuration = .init(), handler: PluginMessageHandler? = nil
  ) -> PluginCatalog {
    let place = PluginSearchPath.Place(path: path, origin: .program)
    return PluginCatalog(configuration: configuration, searchPath: .init(places: [place]), messageHandler: handler)
  }
}
