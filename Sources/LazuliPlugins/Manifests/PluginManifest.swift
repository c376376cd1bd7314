import LazuliCore

/// What a `plugin.json` says: all that is needed to route a request without loading code.
public struct PluginManifest: Sendable, Hashable {
  /// A reverse domain name, as "org.lazuli.png".
  public var id: String
  public var version: String
  /// For people; the id where the manifest has none.
  public var name: String
  public var license: String?
  /// The file of the library, relative to the manifest's folder.
  public var library: String
  /// The libraries behind the plugin.
  public var backing: [Backing]
  public var codecs: [Codec]
  public var transports: [TransportEntry]
  public var isolation: Isolation
  /// The settings that `lazuli.json` may make, in the manifest's order.
  public var settings: [SettingDeclaration]

  /// A library that the plugin stands on.
  public struct Backing: Sendable, Hashable {
    public var name: String
    public var version: String?
  }

  /// One image format.
  public struct Codec: Sendable, Hashable {
    public var format: String
    /// Lower case.
    public var mediaTypes: [String]
    /// Lower case, without the dot.
    public var extensions: [String]
    /// Empty: the plugin does not decode.
    public var signatures: [FormatSignature]
    public var needsWholeInput: Bool
    public var abilities: [String]
    /// Higher goes first. 0.
    public var priority: Int

    public var decodes: Bool { !signatures.isEmpty }
    public var encodes: Bool { abilities.contains("encode") }
  }

  /// Schemes which share one transport.
  public struct TransportEntry: Sendable, Hashable {
    /// Lower case.
    public var schemes: [String]
    public var abilities: [String]
  }

  /// Where a codec may run.
  public enum Isolation: String, Sendable, Hashable, CaseIterable {
    case worker
    case inProcess = "in-process"
  }

  public var formats: [String] { codecs.map(\.format) }
  public var schemes: [String] { transports.flatMap(\.schemes) }
}
