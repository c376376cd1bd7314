import LazuliABI
import LazuliCore

/// What a plugin's entry says of it, copied.
struct PluginDescriptor: @unchecked Sendable {
  // Unchecked: `get` and its context are thread-safe by the contract.
  let id: String
  let version: String
  let abiMinor: UInt32
  let formats: [String]
  let schemes: [String]
  private let context: UnsafeMutableRawPointer?
  private let get: @convention(c) (UnsafeMutableRawPointer?, UnsafePointer<CChar>?, lzl_bytes) -> UnsafeRawPointer?

  private static let maximumNameCount: UInt64 = 256

  /// Calls the entry. Throws `pluginRejected`.
  init(of library: PluginLibrary, host: PluginHost) throws(ImageError) {
    let size = UInt32(MemoryLayout<lzl_plugin>.size)
    var value = lzl_plugin()
    value.struct_size = size
    let status = library.entry(host.table, &value)
    guard status == LZL_OK else {
      throw Self.rejection("\(library.path): its entry answers with error \(status)")
    }
    guard value.struct_size >= size else {
      throw Self.rejection("\(library.path) describes itself in \(value.struct_size) bytes, \(size) are needed")
    }
    guard value.struct_size == size, let get = value.get else {
      throw Self.rejection("\(library.path) describes itself in a struct that is not valid")
    }
    id = String(foreign: value.id)
    version = String(foreign: value.version)
    abiMinor = value.abi_minor
    formats = try Self.names(value.formats, value.format_count, library.path)
    schemes = try Self.names(value.schemes, value.scheme_count, library.path)
    context = value.context
    self.get = get
  }

  private static func names(
    _ start: UnsafePointer<lzl_bytes>?, _ count: UInt64, _ path: String
  ) throws(ImageError) -> [String] {
    guard count > 0 else { return [] }
    guard let start, count <= maximumNameCount else {
      throw rejection("\(path) says that it has \(count) formats or schemes, which cannot be")
    }
    return UnsafeBufferPointer(start: start, count: Int(count)).map { String(foreign: $0) }
  }

  /// The table of an ability for a format or scheme; valid for ever.
  func table<Table>(_ id: String, for name: String, as: Table.Type) -> UnsafePointer<Table>? {
    let arena = CArena()
    let table = withExtendedLifetime(arena) { get(context, id, arena.bytes(name)) }
    return table?.assumingMemoryBound(to: Table.self)
  }

  /// Throws unless the plugin is what its manifest says.
  func check(against manifest: PluginManifest) throws(ImageError) {
    try compare("id", id, manifest.id)
    try compare("version", version, manifest.version)
    try compare("formats", formats.joined(separator: ", "), manifest.formats.joined(separator: ", "))
    try compare("schemes", schemes.joined(separator: ", "), manifest.schemes.joined(separator: ", "))
  }

  private func compare(_ what: String, _ found: String, _ declared: String) throws(ImageError) {
    guard found == declared else {
      throw Self.rejection(
        "The plugin is not what its manifest says: \(what) is \"\(found)\", the manifest says \"\(declared)\"")
    }
  }

  private static func rejection(_ message: String) -> ImageError {
    ImageError(.pluginRejected, at: .load, message)
  }
}
