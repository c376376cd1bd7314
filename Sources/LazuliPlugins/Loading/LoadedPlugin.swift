import LazuliABI
import LazuliCore

/// A plugin in the process: its tables, checked, and its settings.
final class LoadedPlugin: @unchecked Sendable {
  // Unchecked: immutable after `init`; tables are valid for ever and never change, by the contract.
  let manifest: PluginManifest
  let descriptor: PluginDescriptor
  let settings: PluginSettings
  let decoders: [String: lzl_decoder_api]
  let encoders: [String: lzl_encoder_api]
  /// By scheme; those with one address are one transport.
  let transports: [String: UnsafePointer<lzl_transport_api>]
  private let host: PluginHost

  var id: String { manifest.id }

  /// Loads the library and compares it with its manifest. Throws `pluginRejected`,
  /// `invalidConfiguration`.
  init(
    _ found: FoundPlugin, settings: [String: SettingValue], handler: PluginMessageHandler?
  ) throws(ImageError) {
    manifest = found.manifest
    self.settings = try PluginSettings(settings, of: found.manifest)
    let library = try PluginLibrary(path: found.libraryPath)
    host = PluginHost(plugin: found.manifest.id, handler: handler)
    descriptor = try PluginDescriptor(of: library, host: host)
    try descriptor.check(against: manifest)
    let tables = TableFinder(descriptor: descriptor)
    decoders = try tables.decoders(of: manifest)
    encoders = try tables.encoders(of: manifest)
    transports = try tables.transports(of: manifest)
  }

  deinit { host.close() }
}

/// Finds the tables that a manifest promises, and refuses those with holes.
private struct TableFinder {
  let descriptor: PluginDescriptor

  func decoders(of manifest: PluginManifest) throws(ImageError) -> [String: lzl_decoder_api] {
    var found: [String: lzl_decoder_api] = [:]
    for codec in manifest.codecs where codec.decodes {
      let table = try table(LZL_DECODER, codec.format, lzl_decoder_api.self)
      guard table.pointee.isComplete else { throw incomplete(LZL_DECODER, codec.format) }
      found[codec.format] = table.pointee
    }
    return found
  }

  func encoders(of manifest: PluginManifest) throws(ImageError) -> [String: lzl_encoder_api] {
    var found: [String: lzl_encoder_api] = [:]
    for codec in manifest.codecs where codec.encodes {
      let table = try table(LZL_ENCODER, codec.format, lzl_encoder_api.self)
      guard table.pointee.isComplete else { throw incomplete(LZL_ENCODER, codec.format) }
      found[codec.format] = table.pointee
    }
    return found
  }

  func transports(of manifest: PluginManifest) throws(ImageError) -> [String: UnsafePointer<lzl_transport_api>] {
    var found: [String: UnsafePointer<lzl_transport_api>] = [:]
    for scheme in manifest.schemes {
      let table = try table(LZL_TRANSPORT, scheme, lzl_transport_api.self)
      guard table.pointee.isComplete else { throw incomplete(LZL_TRANSPORT, scheme) }
      found[scheme] = table
    }
    return found
  }

  private func table<Table>(_ id: String, _ name: String, _: Table.Type) throws(ImageError) -> UnsafePointer<Table> {
    guard let table = descriptor.table(id, for: name, as: Table.self) else {
      throw rejection("The manifest promises \(id) for \"\(name)\", the plugin has no such table")
    }
    return table
  }

  private func incomplete(_ id: String, _ name: String) -> ImageError {
    rejection("The table \(id) for \"\(name)\" lacks a function")
  }

  private func rejection(_ message: String) -> ImageError {
    ImageError(.pluginRejected, at: .load, message)
  }
}

extension lzl_decoder_api {
  fileprivate var isComplete: Bool {
    create != nil && feed != nil && step != nil && configure != nil && set_surface != nil && metadata != nil
      && rewind != nil && interrupt != nil && destroy != nil
  }
}

extension lzl_encoder_api {
  fileprivate var isComplete: Bool {
    create != nil && begin != nil && frame != nil && rows != nil && finish != nil && step != nil
      && interrupt != nil && destroy != nil && !Set(bits: formats).isEmpty
  }
}

extension lzl_transport_api {
  fileprivate var isComplete: Bool {
    create != nil && open != nil && unpause != nil && cancel != nil && set_priority != nil && release != nil
      && destroy != nil
  }
}
