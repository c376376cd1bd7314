public import LazuliPlugins

/// Where a pipeline's messages go.
public struct PipelineLog: Sendable {
  /// How much a message matters.
  public enum Level: Int, Sendable, Hashable, CaseIterable, Comparable {
    case debug, info, notice, warning, error

    public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
  }

  /// One message.
  public struct Entry: Sendable, Hashable {
    public var level: Level
    /// A sentence for people.
    public var message: String
    /// The id of the plugin that it is about.
    public var plugin: String?

    public init(_ level: Level, _ message: String, plugin: String? = nil) {
      self.level = level
      self.message = message
      self.plugin = plugin
    }
  }

  /// What is below is not written.
  public let minimumLevel: Level
  private let writeEntry: @Sendable (Entry) -> Void

  /// `write` is called from any thread, by several at once, and must not block.
  public init(from minimumLevel: Level = .notice, _ write: @escaping @Sendable (Entry) -> Void) {
    self.minimumLevel = minimumLevel
    writeEntry = write
  }

  /// Writes a message; it is composed only if somebody wants it.
  public func write(_ level: Level, plugin: String? = nil, _ message: @autoclosure () -> String) {
    guard level >= minimumLevel else { return }
    writeEntry(Entry(level, message(), plugin: plugin))
  }
}

extension PipelineLog {
  /// Takes what plugins say.
  public var messageHandler: PluginMessageHandler {
    { message in
      let level: Level =
        switch message.level {
        case .debug: .debug
        case .info: .info
        case .warning: .warning
        case .error: .error
        }
      write(level, plugin: message.plugin, message.text)
    }
  }
}
