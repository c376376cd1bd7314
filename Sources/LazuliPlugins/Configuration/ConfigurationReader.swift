import LazuliCore

/// Reads `lazuli.json`. Every key is known or an error: a mistyped `deny_private_addresses` must not
/// fail open. What this release cannot honour is an error too.
enum ConfigurationReader {
  static let schema = "lazuli.config/1"

  static func read(_ text: [UInt8], file: String) throws(ImageError) -> Configuration {
    let root = try JSONDocument(text, file: file, code: .invalidConfiguration).cursor
    try root.rejectUnknownKeys(["schema", "plugins", "formats", "limits", "isolation", "network", "files", "cache"])
    let schema = try root.required("schema")
    guard try schema.string() == Self.schema else { throw schema.error("has to be \"\(Self.schema)\"") }
    var configuration = Configuration()
    if let plugins = try root.optional("plugins") { try readPlugins(plugins, file, &configuration) }
    if let formats = try root.optional("formats") { try readFormats(formats, &configuration) }
    if let limits = try root.optional("limits") { configuration.limits = try LimitsReader.read(limits) }
    if let isolation = try root.optional("isolation") { try checkIsolation(isolation) }
    if let network = try root.optional("network") { try readNetwork(network, &configuration.network) }
    if let files = try root.optional("files") { try readFiles(files, file, &configuration.files) }
    if let cache = try root.optional("cache") { try checkCache(cache) }
    return configuration
  }

  private static func readPlugins(
    _ cursor: JSONCursor, _ file: String, _ configuration: inout Configuration
  ) throws(ImageError) {
    try cursor.rejectUnknownKeys(["directories", "disable", "prefer", "lock", "settings"])
    if let lock = try cursor.optional("lock") {
      throw lock.error("cannot be honoured: this release has no lock files yet; remove the key")
    }
    if let directories = try cursor.optional("directories") {
      configuration.pluginDirectories = try paths(directories, file)
    }
    configuration.disabledPlugins = Set(try cursor.optional("disable")?.strings() ?? [])
    for (format, ids) in try cursor.optional("prefer")?.members() ?? [] {
      configuration.preferredPlugins[format] = try ids.strings()
    }
    for (id, settings) in try cursor.optional("settings")?.members() ?? [] {
      configuration.pluginSettings[id] = try readSettings(settings)
    }
  }

  private static func readSettings(_ cursor: JSONCursor) throws(ImageError) -> [String: SettingValue] {
    var settings: [String: SettingValue] = [:]
    for (key, value) in try cursor.members() {
      guard let setting = SettingValue(value.value) else {
        throw value.error("has to be a boolean, a number or a string and is \(value.value.typeName)")
      }
      settings[key] = setting
    }
    return settings
  }

  private static func readFormats(_ cursor: JSONCursor, _ configuration: inout Configuration) throws(ImageError) {
    try cursor.rejectUnknownKeys(["allow"])
    configuration.allowedFormats = try cursor.optional("allow").map { (list) throws(ImageError) in
      Set(try list.strings())
    }
  }

  private static func checkIsolation(_ cursor: JSONCursor) throws(ImageError) {
    try cursor.rejectUnknownKeys(["default", "require_sandbox"])
    if let standard = try cursor.optional("default") {
      switch try standard.string() {
      case "in-process": break
      case "worker":
        throw standard.error("cannot be \"worker\": this release has no worker process yet; say \"in-process\"")
      default: throw standard.error("has to be \"in-process\" or \"worker\"")
      }
    }
    if let required = try cursor.optional("require_sandbox"), try required.boolean() {
      throw required.error("cannot be honoured: this release has no sandbox yet")
    }
  }

  private static func readNetwork(_ cursor: JSONCursor, _ network: inout NetworkPolicy) throws(ImageError) {
    try cursor.rejectUnknownKeys([
      "schemes", "deny_private_addresses", "allow_proxies", "allow_downgrades", "redirects", "connect_seconds",
      "request_seconds", "stall_bytes_per_second", "stall_seconds",
    ])
    if let schemes = try cursor.optional("schemes") {
      network.schemes = Set(try schemes.strings().map { $0.lowercased() })
    }
    if let denies = try cursor.optional("deny_private_addresses") {
      network.deniesPrivateAddresses = try denies.boolean()
    }
    if let allows = try cursor.optional("allow_proxies") { network.allowsProxies = try allows.boolean() }
    if let allows = try cursor.optional("allow_downgrades") { network.allowsDowngrades = try allows.boolean() }
    if let redirects = try cursor.optional("redirects") {
      network.maximumRedirects = Int(try redirects.integer(in: 0...100))
    }
    try readPatience(cursor, &network)
  }

  private static func readPatience(_ cursor: JSONCursor, _ network: inout NetworkPolicy) throws(ImageError) {
    if let seconds = try cursor.optional("connect_seconds") {
      network.connectTimeout = try LimitsReader.duration(seconds)
    }
    if let seconds = try cursor.optional("request_seconds") {
      network.requestTimeout = try LimitsReader.unlessUnlimited(seconds, LimitsReader.duration)
    }
    if let rate = try cursor.optional("stall_bytes_per_second") {
      network.stallBytesPerSecond = try LimitsReader.unlessUnlimited(rate, LimitsReader.count)
    }
    if let seconds = try cursor.optional("stall_seconds") {
      network.stallDuration = try LimitsReader.duration(seconds)
    }
  }

  private static func readFiles(_ cursor: JSONCursor, _ file: String, _ files: inout FilePolicy) throws(ImageError) {
    try cursor.rejectUnknownKeys(["roots"])
    guard let roots = try cursor.optional("roots") else { return }
    files.roots = try paths(roots, file).map { Array($0.utf8) }
  }

  private static func checkCache(_ cursor: JSONCursor) throws(ImageError) {
    try cursor.rejectUnknownKeys(["memory_bytes", "disk_bytes", "directory"])
    if let member = try cursor.members().first {
      throw member.value.error("cannot be honoured: this release has no caches yet; remove the key")
    }
  }

  private static func paths(_ cursor: JSONCursor, _ file: String) throws(ImageError) -> [String] {
    let folder = FilePath.folder(of: file)
    let base = FilePath.resolved(folder) ?? folder
    return try cursor.strings().map { FilePath.join(base, $0) }
  }
}
