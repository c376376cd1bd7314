import Glibc
import LazuliABI

/// The function table for one format of a plugin in the build folder; the plugin is never unloaded.
public struct LoadedDecoder: @unchecked Sendable {
  // The table is valid for ever and never changes, and `create` is thread-safe: both say the contract.
  public let table: UnsafePointer<lzl_decoder_api>
  public let format: String
  public let libraryPath: String

  /// Loads for example "libLazuliPNG.so".
  public init(library: String, format: String) throws {
    self.format = format
    libraryPath = try "\(BuildFolder.path())/\(library)"
    guard let handle = dlopen(libraryPath, RTLD_NOW | RTLD_LOCAL | Self.noDelete) else {
      throw HarnessError(String(cString: dlerror()))
    }
    guard let symbol = dlsym(handle, LZL_PLUGIN_MAIN) else {
      throw HarnessError("\(libraryPath) does not export \(LZL_PLUGIN_MAIN)")
    }
    table = try Self.findTable(unsafeBitCast(symbol, to: lzl_plugin_main.self), format)
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

  private static func findTable(_ main: lzl_plugin_main, _ format: String) throws -> UnsafePointer<lzl_decoder_api> {
    var plugin = lzl_plugin()
    plugin.struct_size = UInt32(MemoryLayout<lzl_plugin>.size)
    let status = main(host, &plugin)
    guard status == LZL_OK, let get = plugin.get else { throw HarnessError("The plugin's entry answered \(status)") }
    let table = withBytes(of: format) { get(plugin.context, LZL_DECODER, $0) }
    guard let table else { throw HarnessError("The plugin has no decoder for \(format)") }
    return table.assumingMemoryBound(to: lzl_decoder_api.self)
  }
}

/// The UTF-8 of a text as the contract has it, as long as `body` runs.
func withBytes<Answer>(of text: String, _ body: (lzl_bytes) -> Answer) -> Answer {
  var text = text
  return text.withUTF8 { body(lzl_bytes(data: $0.baseAddress, size: UInt64($0.count))) }
}
