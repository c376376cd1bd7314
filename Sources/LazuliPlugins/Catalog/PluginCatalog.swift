import LazuliABI
import LazuliCore
import Synchronization

/// The plugins of one pipeline: found on first use, loaded when needed, never unloaded.
///
/// Two catalogs in one process know nothing of each other. Used on any thread; everything but
/// `init` may read files.
public final class PluginCatalog: PluginRouting {
  private struct State {
    var index: PluginIndex?
    /// By the address of their table: schemes with one table share one instance.
    var transports: [UInt: TransportInstance] = [:]
  }

  public let configuration: Configuration
  public let searchPath: PluginSearchPath
  private let handler: PluginMessageHandler?
  private let state = Mutex(State())

  /// Looks at no file yet.
  ///
  /// - Parameters:
  ///   - searchPath: Where to look; by default the standard places.
  ///   - messageHandler: Takes what plugins say.
  public init(
    configuration: Configuration = .init(), searchPath: PluginSearchPath? = nil,
    messageHandler: PluginMessageHandler? = nil
  ) {
    self.configuration = configuration
    self.searchPath = searchPath ?? .standard(for: configuration)
    handler = messageHandler
  }

  /// All that was found, read once.
  var index: PluginIndex {
    state.withLock { state in
      if let index = state.index { return index }
      let index = PluginIndex(PluginScan(searchPath), configuration: configuration, handler: handler)
      state.index = index
      return index
    }
  }

  public var sniffedByteCount: Int { index.sniffedByteCount }

  public var readableMediaTypes: [String] {
    let index = index
    let codecs = index.slots.flatMap(\.found.manifest.codecs).filter { $0.decodes && index.isAllowed($0.format) }
    var seen: Set<String> = []
    return codecs.flatMap(\.mediaTypes).filter { seen.insert($0).inserted }
  }

  /// The ids of the plugins whose libraries are loaded, in search order.
  public var loadedPlugins: [String] {
    index.slots.compactMap { slot in
      if case .success = slot.state { slot.found.manifest.id } else { nil }
    }
  }

  public func transport(for scheme: String) throws(ImageError) -> any Transport {
    let slots = index.transports(for: scheme)
    guard !slots.isEmpty else { throw RoutingFailure(index).noTransport(for: scheme) }
    let loaded = try firstLoaded(slots)
    guard let table = loaded.transports[scheme] else { throw RoutingFailure(index).noTransport(for: scheme) }
    return TransportAdapter(instance: try instance(table, of: loaded, for: scheme))
  }

  public func decoders(for prefix: [UInt8], hint: FormatHint) throws(ImageError) -> [any ImageDecoderProvider] {
    let index = index
    let matching = index.decoders(for: prefix, hint: hint)
    var candidates = matching[...].filter { index.isAllowed($0.codec.format) }[...]
    guard !candidates.isEmpty else {
      throw RoutingFailure(index).noDecoder(for: prefix, hint: hint, notAllowed: matching.map(\.codec.format))
    }
    // Those behind the first are loaded only if it says "not this format".
    var failure: ImageError?
    while let first = candidates.first {
      do throws(ImageError) {
        _ = try first.slot.load()
        return candidates.map { DecoderProvider(slot: $0.slot, codec: $0.codec) }
      } catch {
        failure = failure ?? error
        candidates = candidates.dropFirst()
      }
    }
    throw failure ?? RoutingFailure(index).noDecoder(for: prefix, hint: hint, notAllowed: [])
  }

  public func encoder(for format: String) throws(ImageError) -> any ImageEncoderProvider {
    let index = index
    let candidates = index.encoders(of: format)
    guard !candidates.isEmpty else { throw RoutingFailure(index).noEncoder(for: format) }
    let loaded = try firstLoaded(candidates.map(\.slot))
    guard let provider = EncoderProvider(loaded, format: format) else {
      throw RoutingFailure(index).noEncoder(for: format)
    }
    return provider
  }

  /// The first that can be loaded; the first one's error when none can.
  private func firstLoaded(_ slots: [PluginSlot]) throws(ImageError) -> LoadedPlugin {
    var failure: ImageError?
    for slot in slots {
      do throws(ImageError) {
        return try slot.load()
      } catch {
        failure = failure ?? error
      }
    }
    throw failure ?? ImageError(.internalError, at: .load, "There is nothing to load")
  }

  private func instance(
    _ table: UnsafePointer<lzl_transport_api>, of loaded: LoadedPlugin, for scheme: String
  ) throws(ImageError) -> TransportInstance {
    let address = UInt(bitPattern: table)
    return try state.withLock { (state) throws(ImageError) in
      if let instance = state.transports[address] { return instance }
      let fault = PluginFault(plugin: loaded.id, subject: "scheme \"\(scheme)\"", stage: .load)
      let instance = try TransportInstance(table.pointee, settings: loaded.settings, fault: fault)
      state.transports[address] = instance
      return instance
    }
  }
}
