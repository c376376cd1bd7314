public import Lazuli

/// A door whose plugins a test writes down.
public final class ScriptedRouting: PluginRouting {
  public let sniffedByteCount: Int
  private let transports: [String: any Transport]
  private let decoders: [any ImageDecoderProvider]
  private let encoders: [any ImageEncoderProvider]
  private let seen: @Sendable ([UInt8], FormatHint) -> Void

  public init(
    sniffedByteCount: Int = 4, transports: [String: any Transport] = [:], decoders: [any ImageDecoderProvider] = [],
    encoders: [any ImageEncoderProvider] = [], seen: @escaping @Sendable ([UInt8], FormatHint) -> Void = { _, _ in }
  ) {
    self.sniffedByteCount = sniffedByteCount
    self.transports = transports
    self.decoders = decoders
    self.encoders = encoders
    self.seen = seen
  }

  public func transport(for scheme: String) throws(ImageError) -> any Transport {
    guard let transport = transports[scheme] else {
      throw ImageError(.noPluginForScheme, at: .route, "No plugin for \(scheme)")
    }
    return transport
  }

  /// All of them, for whatever does not begin as HTML does.
  public func decoders(for prefix: [UInt8], hint: FormatHint) throws(ImageError) -> [any ImageDecoderProvider] {
    seen(prefix, hint)
    guard prefix.first != UInt8(ascii: "<"), !decoders.isEmpty else {
      throw ImageError(.notAnImage, at: .sniff, "No format begins like this")
    }
    return decoders
  }

  public func encoder(for format: String) throws(ImageError) -> any ImageEncoderProvider {
    guard let encoder = encoders.first(where: { $0.format == format }) else {
      throw ImageError(.noPluginForFormat, at: .route, "No plugin writes \(format)")
    }
    return encoder
  }
}
