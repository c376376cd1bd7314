import Glibc
import LazuliABI
import Synchronization

/// The host as one plugin sees it.
///
/// The contract promises it "for as long as the process lives", and plugins are never unloaded: a
/// host is never freed. What it leaks per loaded plugin are some hundred bytes; the handler, which
/// may hold anything of the program's, is let go with the catalog.
final class PluginHost: @unchecked Sendable {
  // Unchecked: the C structs are written in `init` only and never freed.
  let table: UnsafePointer<lzl_host>
  private let log: UnsafePointer<lzl_host_log>
  private let plugin: String
  private let handler: Mutex<PluginMessageHandler?>

  init(plugin: String, handler: PluginMessageHandler?) {
    self.plugin = plugin
    self.handler = Mutex(handler)
    let log = UnsafeMutablePointer<lzl_host_log>.allocate(capacity: 1)
    let table = UnsafeMutablePointer<lzl_host>.allocate(capacity: 1)
    self.log = UnsafePointer(log)
    self.table = UnsafePointer(table)
    let context = Unmanaged.passRetained(self).toOpaque()
    log.initialize(to: lzl_host_log(context: context, log: writeLog))
    table.initialize(
      to: lzl_host(
        struct_size: UInt32(MemoryLayout<lzl_host>.size), abi_minor: LZL_ABI_MINOR, context: context,
        get: findHostService))
  }

  /// Lets go of the program's handler: later messages are dropped.
  func close() { handler.withLock { $0 = nil } }

  fileprivate func service(_ id: UnsafePointer<CChar>) -> UnsafeRawPointer? {
    strcmp(id, LZL_HOST_LOG) == 0 ? UnsafeRawPointer(log) : nil
  }

  fileprivate func write(_ level: UInt32, _ message: lzl_bytes) {
    guard let handler = handler.withLock({ $0 }) else { return }
    let level = PluginMessage.Level(rawValue: Int(level)) ?? .error
    handler(PluginMessage(plugin: plugin, level: level, text: String(foreign: message)))
  }
}

private func host(_ context: UnsafeMutableRawPointer?) -> PluginHost? {
  context.map { Unmanaged<PluginHost>.fromOpaque($0).takeUnretainedValue() }
}

private func findHostService(
  _ context: UnsafeMutableRawPointer?, _ id: UnsafePointer<CChar>?
) -> UnsafeRawPointer? {
  guard let id else { return nil }
  return host(context)?.service(id)
}

private func writeLog(_ context: UnsafeMutableRawPointer?, _ level: UInt32, _ message: lzl_bytes) {
  host(context)?.write(level, message)
}
