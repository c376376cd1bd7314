import LazuliPlugins
import Synchronization

/// What plugins said, in order.
final class Messages: Sendable {
  private let messages = Mutex<[PluginMessage]>([])

  var all: [PluginMessage] { messages.withLock { $0 } }

  func append(_ message: PluginMessage) { messages.withLock { $0.append(message) } }
}
