import LazuliABI

#if hasFeature(Embedded)
  import LazuliPluginKit
#else
  import LazuliPluginKitFull
#endif

private let plugin = PluginExport(id: "org.lazuli.test.dots-swift", version: "1.0.0")
  .decoder("dots", DotsDecoder.self)

// swift-format-ignore: AlwaysUseLowerCamelCase
@c @implementation
public func lzl_plugin_main_1(
  _ host: UnsafePointer<lzl_host>?, _ out: UnsafeMutablePointer<lzl_plugin>?
) -> lzl_status {
  plugin.describe(to: out)
}
