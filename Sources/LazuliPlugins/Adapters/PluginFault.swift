import LazuliCore

/// Who is at work and at what: makes the errors which name a plugin.
struct PluginFault: Sendable {
  let plugin: String
  /// What it works for, as in `format "png"`.
  let subject: String
  let stage: ImageError.Stage

  /// The plugin broke the contract.
  func misbehaved(_ what: String) -> ImageError {
    var error = ImageError(
      .pluginMisbehaved, at: stage,
      "\(plugin), at work for \(subject), broke the plugin contract: \(what). Report it to its author")
    error.plugin = plugin
    return error
  }

  /// The engine called out of order; the plugin was not bothered with it.
  func outOfOrder(_ call: String) -> ImageError {
    var error = ImageError(.internalError, at: stage, "\(call) was called out of order for \(plugin)")
    error.plugin = plugin
    return error
  }
}
