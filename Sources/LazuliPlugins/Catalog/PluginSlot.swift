import LazuliCore
import Synchronization

/// A plugin that was found, loaded when it is first needed; what came of that stays.
final class PluginSlot: Sendable {
  let found: FoundPlugin
  private let settings: [String: SettingValue]
  private let handler: PluginMessageHandler?
  private let outcome = Mutex<Result<LoadedPlugin, ImageError>?>(nil)

  init(_ found: FoundPlugin, settings: [String: SettingValue], handler: PluginMessageHandler?) {
    self.found = found
    self.settings = settings
    self.handler = handler
  }

  /// What loading came to, `nil` while it was not tried.
  var state: Result<LoadedPlugin, ImageError>? { outcome.withLock { $0 } }

  /// Throws `pluginRejected`, `invalidConfiguration`: the same each time. May block.
  func load() throws(ImageError) -> LoadedPlugin {
    try outcome.withLock { (outcome) -> Result<LoadedPlugin, ImageError> in
      if let outcome { return outcome }
      let result = attempt()
      outcome = result
      return result
    }.get()
  }

  private func attempt() -> Result<LoadedPlugin, ImageError> {
    do throws(ImageError) {
      if let objection = FileTrust().objection(to: found.libraryPath) {
        throw ImageError(.pluginRejected, at: .load, "Not trusted: \(objection)")
      }
      return .success(try LoadedPlugin(found, settings: settings, handler: handler))
    } catch {
      var error = error
      error.plugin = found.manifest.id
      return .failure(error)
    }
  }
}
