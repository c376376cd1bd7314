import LazuliABI
import LazuliCore

/// A codec by name: loads its plugin when the first decoder is made, unless it is loaded already.
struct DecoderProvider: ImageDecoderProvider {
  let slot: PluginSlot
  let codec: PluginManifest.Codec

  var plugin: String { slot.found.manifest.id }
  var format: String { codec.format }
  var needsWholeInput: Bool { codec.needsWholeInput }

  func makeDecoder(limits: DecodingLimits) throws(ImageError) -> any ImageDecoder {
    let loaded = try slot.load()
    let fault = PluginFault(plugin: plugin, subject: "format \"\(format)\"", stage: .decode)
    guard let api = loaded.decoders[format] else { throw fault.misbehaved("it has no decoder") }
    return try DecoderAdapter(api, format: format, settings: loaded.settings, limits: limits, fault: fault)
  }
}
