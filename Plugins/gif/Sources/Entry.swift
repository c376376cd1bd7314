import LazuliABI
import LazuliPluginKit

private let plugin = PluginExport(id: "org.lazuli.gif", version: "1.0.0")
  .decoder("gif", GIFDecoder.self)
  .encoder("gif", GIFEncoder.self)

// swift-format-ignore: AlwaysUseLowerCamelCase
@c @implementation
public func lzl_plugin_main_1(
  _ host: UnsafePointer<lzl_host>?, _ out: UnsafeMutablePointer<lzl_plugin>?
) -> lzl_status {
  plugin.describe(to: out)
}
