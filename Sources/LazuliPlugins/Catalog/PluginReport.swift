import LazuliCore

/// What became of one plugin, with the reason: for lists and diagnoses.
public struct PluginReport: Sendable {
  /// `nil` when the manifest could not be read.
  public var manifest: PluginManifest?
  public var manifestPath: String
  /// Resolved; `nil` when the plugin was refused before.
  public var libraryPath: String?
  public var place: PluginSearchPath.Place
  public var state: State

  public enum State: Sendable {
    /// Found and good as far as the manifest goes; not loaded so far.
    case available
    case loaded
    /// By `plugins.disable` of the configuration.
    case disabled
    /// Refused, with the reason; also the second of an id.
    case rejected(ImageError)
  }
}
