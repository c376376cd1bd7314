import Glibc
import LazuliABI
import LazuliTestSupport

/// A plugin in the build folder, entered as a host does it; it is never unloaded.
public struct LoadedPlugin: @unchecked Sendable {
  // What the entry says is valid for ever and never changes, by the contract.
  public let path: String
  private let plugin: lzl_plugin

  /// Loads for example "libLazuliPNG.so".
  public init(_ library: String) throws {
    path = "\(BuildFolder.path)/\(library)"
    guard let handle = dlopen(path, RTLD_NOW | RTLD_LOCAL | Self.noDelete) else {
      throw HarnessError(String(cString: dlerror()))
    }
    guard let symbol = dlsym(handle, LZL_PLUGIN_MAIN) else {
      throw HarnessError("\(path) does not export \(LZL_PLUGIN_MAIN)")
    }
    let main = unsafeBitCast(symbol, to: lzl_plugin_main.self)
    var plugin = lzl_plugin()
    plugin.struct_size = UInt32(MemoryLayout<lzl_plugin>.size)
    let status = main(Self.host, &plugin)
    guard status == LZL_OK else { throw HarnessError("The plugin's entry answered \(status)") }
    self.plugin = plugin
  }

  /// The table of an ability, as LZL_DECODER, for a format or a scheme.
  public func table<Table>(_ id: String, _ name: String, as type: Table.Type) throws -> UnsafePointer<Table> {
    let table = withBytes(of: name) { plugin.get?(plugin.context, id, $0) }
    guard let table else { throw HarnessError("The plugin has no \(id) for \(name)") }
    return table.assumingMemoryBound(to: type)
  }

  // RTLD_NODELETE, which the Glibc module lacks.
  private static let noDelete: Int32 = 0x1000

  // Made once and never changed: the contract wants it for as long as the process lives.
  private nonisolated(unsafe) static let host: UnsafePointer<lzl_host> = {
    let host = UnsafeMutablePointer<lzl_host>.allocate(capacity: 1)
    host.initialize(
      to: lzl_host(
        struct_size: UInt32(MemoryLayout<lzl_host>.size), abi_minor: LZL_ABI_MINOR, context: nil,
        get: { _, _ in nil }))
    return UnsafePointer(host)
  }()
}

/// The UTF-8 of a text as the contract has it, as long as `body` runs.
public func withBytes<Answer>(of text: String, _ body: (lzl_bytes) -> Answer) -> Answer {
  var text = text
  return text.withUTF8 { body(lzl_bytes(data: $0.baseAddress, size: UInt64($0.count))) }
}
