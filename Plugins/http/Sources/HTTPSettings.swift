import LazuliPluginKit

/// The settings of the manifest.
struct HTTPSettings {
  var connections = 64
  var connectionsPerHost = 6
  var offersHTTP2 = true
  /// With a NUL at the end, or empty.
  var caFile: [UInt8] = []
  /// With a NUL at the end, or empty.
  var proxy: [UInt8] = []

  init(_ settings: PluginSettings) {
    if let value = settings.integer("connections") { connections = Int(clamping: max(1, min(value, 1024))) }
    if let value = settings.integer("connections_per_host") {
      connectionsPerHost = Int(clamping: max(1, min(value, 64)))
    }
    if let value = settings.boolean("http2") { offersHTTP2 = value }
    if let value = settings.string("ca_file") { caFile = [UInt8](value.utf8) + [0] }
    if let value = settings.string("proxy") { proxy = [UInt8](value.utf8) + [0] }
  }
}
