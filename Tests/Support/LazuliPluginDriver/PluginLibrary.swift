import Glibc
import LazuliABI

/// A plugin's shared object beside the test binary, entered as a host does it.
public struct PluginLibrary: @unchecked Sendable {
  // Unchecked: the contract keeps what the plugin says of itself unchanged for ever.
  public let plugin: lzl_plugin

  /// Why a plugin could not be entered.
  public struct Failure: Error {
    public let message: String
  }

  /// Loads `libNAME.so`.
  public init(_ name: String) throws {
    let path = try Self.folder() + "/lib\(name).so"
    guard let handle = dlopen(path, RTLD_NOW | RTLD_LOCAL | Int32(RTLD_NODELETE)),
      let symbol = dlsym(handle, LZL_PLUGIN_MAIN)
    else { throw Failure(message: dlerror().map { String(cString: $0) } ?? path) }
    let main = unsafeBitCast(symbol, to: lzl_plugin_main.self)
    var host = lzl_host()
    host.struct_size = UInt32(MemoryLayout<lzl_host>.size)
    var plugin = lzl_plugin()
    plugin.struct_size = UInt32(MemoryLayout<lzl_plugin>.size)
    guard main(&host, &plugin) == LZL_OK else { throw Failure(message: "\(name) refuses") }
    self.plugin = plugin
  }

  /// The decoder of a format.
  public func decoder(_ format: StaticString) throws -> lzl_decoder_api {
    try table(LZL_DECODER, format).load(as: lzl_decoder_api.self)
  }

  /// The encoder of a format.
  public func encoder(_ format: StaticString) throws -> lzl_encoder_api {
    try table(LZL_ENCODER, format).load(as: lzl_encoder_api.self)
  }

  private func table(_ id: String, _ format: StaticString) throws -> UnsafeRawPointer {
    guard let table = plugin.get(plugin.context, id, format.asBytes) else { throw Failure(message: "No \(id)") }
    return table
  }

  /// Where the test binary lies, and the plugins with it.
  private static func folder() throws -> String {
    var buffer = [CChar](repeating: 0, count: 4096)
    let count = readlink("/proc/self/exe", &buffer, buffer.count)
    guard count > 0 else { throw Failure(message: "/proc/self/exe") }
    let path = String(decoding: buffer[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self)
    return path.split(separator: "/").dropLast().map { "/\($0)" }.joined()
  }
}

extension StaticString {
  /// As the contract has strings.
  public var asBytes: lzl_bytes { lzl_bytes(data: utf8Start, size: UInt64(utf8CodeUnitCount)) }
}
