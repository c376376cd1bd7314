import LazuliABI
import LazuliCore

/// The settings of a plugin as it sees them: checked against its manifest, defaults filled in.
final class PluginSettings: @unchecked Sendable {
  // Unchecked: written in `init` only.
  private let arena = CArena()
  private let items: UnsafeMutableBufferPointer<lzl_setting>

  /// Valid while `self` lives.
  var cValue: lzl_settings {
    lzl_settings(items: items.baseAddress.map { UnsafePointer($0) }, count: UInt64(items.count))
  }

  /// Throws `invalidConfiguration`.
  init(_ values: [String: SettingValue], of manifest: PluginManifest) throws(ImageError) {
    let settings = try Self.resolve(values, of: manifest)
    let arena = arena
    items = arena.array(settings.map { lzl_setting($0.key, $0.value, arena) })
  }

  /// Settings in the order of the manifest.
  static func resolve(
    _ values: [String: SettingValue], of manifest: PluginManifest
  ) throws(ImageError) -> [(key: String, value: SettingValue)] {
    let known = manifest.settings.map(\.key)
    for key in values.keys.sorted() where !known.contains(key) {
      let list = known.isEmpty ? "it has none" : "known are \(known.joined(separator: ", "))"
      throw error(manifest, key, "is not a setting of the plugin; \(list)")
    }
    var settings: [(key: String, value: SettingValue)] = []
    for declaration in manifest.settings {
      guard let value = values[declaration.key] ?? declaration.defaultValue else { continue }
      if let objection = declaration.objection(to: value) { throw error(manifest, declaration.key, objection) }
      settings.append((declaration.key, declaration.converted(value)))
    }
    return settings
  }

  private static func error(_ manifest: PluginManifest, _ key: String, _ reason: String) -> ImageError {
    var error = ImageError(
      .invalidConfiguration, at: .configure, "Setting \"\(key)\" of \(manifest.id) \(reason)")
    error.plugin = manifest.id
    return error
  }
}

extension lzl_setting {
  fileprivate init(_ key: String, _ value: SettingValue, _ arena: CArena) {
    self.init()
    self.key = arena.bytes(key)
    switch value {
    case .boolean(let value):
      type = LZL_SETTING_BOOLEAN
      integer = value ? 1 : 0
    case .integer(let value):
      type = LZL_SETTING_INTEGER
      integer = value
    case .number(let value):
      type = LZL_SETTING_NUMBER
      number = value
    case .string(let value):
      type = LZL_SETTING_STRING
      string = arena.bytes(value)
    }
  }
}
