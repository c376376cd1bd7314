/// Something that a plugin wants people to know.
public struct PluginMessage: Sendable, Hashable {
  /// The id of the plugin.
  public var plugin: String
  public var level: Level
  public var text: String

  /// From the least to the most urgent.
  public enum Level: Int, Sendable, Hashable, CaseIterable, Comparable {
    case debug = 1
    case info, warning, error

    public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
  }
}

/// Takes what plugins say; called on any thread, and must not block.
public typealias PluginMessageHandler = @Sendable (PluginMessage) -> Void
