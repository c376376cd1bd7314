import LazuliCore

/// Reads `plugin.json`: keys that it does not know are ignored (newer plugins, older engines), a
/// wrong type or an unknown version rejects the manifest with file, place and reason.
enum ManifestReader {
  static let schema = "lazuli.plugin/1"
  static let abi: Int64 = 1
  /// Signatures may not reach further into a file, so that sniffing needs a few bytes only.
  static let maximumSignatureEnd = 4096

  static func read(_ text: [UInt8], file: String) throws(ImageError) -> PluginManifest {
    do throws(ImageError) {
      return try read(JSONDocument(text, file: file, code: .pluginRejected).cursor)
    } catch {
      var error = error
      error.stage = .route
      throw error
    }
  }

  private static func read(_ root: JSONCursor) throws(ImageError) -> PluginManifest {
    try checkVersions(root)
    let id = try identifier(root.required("id"))
    let manifest = PluginManifest(
      id: id, version: try root.required("version").name(), name: try root.optional("name")?.name() ?? id,
      license: try root.optional("license")?.string(), library: try library(root.required("library")),
      backing: try list(root.optional("backing"), backing), codecs: try list(root.optional("codecs"), codec),
      transports: try list(root.optional("transports"), transport),
      isolation: try root.optional("isolation").map(isolation) ?? .worker,
      settings: try settings(root.optional("config")))
    try rejectRepetition(manifest.formats, in: root.optional("codecs"), "a format")
    try rejectRepetition(manifest.schemes, in: root.optional("transports"), "a scheme")
    guard !manifest.codecs.isEmpty || !manifest.transports.isEmpty else {
      throw root.error("declares neither codecs nor transports")
    }
    return manifest
  }

  private static func checkVersions(_ root: JSONCursor) throws(ImageError) {
    let schema = try root.required("schema")
    let found = try schema.string()
    guard found == Self.schema else {
      throw schema.error("is \"\(found)\", this engine reads \"\(Self.schema)\"")
    }
    let abi = try root.required("abi")
    let major = try abi.integer()
    guard major == Self.abi else {
      throw abi.error("is \(major), this engine has \(Self.abi): build the plugin for ABI \(Self.abi)")
    }
  }

  private static func identifier(_ cursor: JSONCursor) throws(ImageError) -> String {
    let text = try cursor.name()
    let isPlain = text.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_"),
        UInt8(ascii: "+"):
        true
      default: false
      }
    }
    guard isPlain, text.utf8.count <= 128 else {
      throw cursor.error("may hold ASCII letters, digits and . - _ + only, 128 at the most")
    }
    return text
  }

  private static func library(_ cursor: JSONCursor) throws(ImageError) -> String {
    let path = try cursor.name()
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    guard !path.hasPrefix("/"), !parts.contains(".."), !path.utf8.contains(0) else {
      throw cursor.error("has to be a path within the manifest's folder")
    }
    return path
  }

  private static func isolation(_ cursor: JSONCursor) throws(ImageError) -> PluginManifest.Isolation {
    guard let value = PluginManifest.Isolation(rawValue: try cursor.string()) else {
      throw cursor.error("has to be \"worker\" or \"in-process\"")
    }
    return value
  }

  private static func backing(_ cursor: JSONCursor) throws(ImageError) -> PluginManifest.Backing {
    .init(name: try cursor.required("name").name(), version: try cursor.optional("version")?.string())
  }

  private static func transport(_ cursor: JSONCursor) throws(ImageError) -> PluginManifest.TransportEntry {
    let schemes = try list(cursor.required("schemes"), lowercaseName)
    guard !schemes.isEmpty else { throw cursor.error("has no schemes") }
    return .init(schemes: schemes, abilities: try cursor.optional("abilities")?.strings() ?? [])
  }

  private static func codec(_ cursor: JSONCursor) throws(ImageError) -> PluginManifest.Codec {
    let codec = PluginManifest.Codec(
      format: try lowercaseName(cursor.required("format")),
      mediaTypes: try cursor.optional("media_types")?.strings().map { $0.lowercased() } ?? [],
      extensions: try cursor.optional("extensions")?.strings().map { $0.lowercased() } ?? [],
      signatures: try list(cursor.optional("signatures"), signature),
      needsWholeInput: try cursor.optional("input").map(needsWholeInput) ?? false,
      abilities: try cursor.optional("abilities")?.strings() ?? [],
      priority: Int(try cursor.optional("priority")?.integer(in: -1000...1000) ?? 0))
    guard codec.decodes || codec.encodes else {
      throw cursor.error("has neither signatures nor the ability \"encode\": it could never be used")
    }
    return codec
  }

  private static func lowercaseName(_ cursor: JSONCursor) throws(ImageError) -> String {
    let name = try identifier(cursor)
    guard name == name.lowercased() else { throw cursor.error("has to be in lower case") }
    return name
  }

  private static func needsWholeInput(_ cursor: JSONCursor) throws(ImageError) -> Bool {
    switch try cursor.string() {
    case "push": false
    case "whole": true
    default: throw cursor.error("has to be \"push\" or \"whole\"")
    }
  }

  private static func signature(_ cursor: JSONCursor) throws(ImageError) -> FormatSignature {
    let offset = Int(try cursor.optional("offset")?.integer(in: 0...Int64(maximumSignatureEnd)) ?? 0)
    let bytes = try hex(cursor.required("hex"))
    let mask = try cursor.optional("mask").map(hex)
    guard offset + bytes.count <= maximumSignatureEnd else {
      throw cursor.error("ends behind byte \(maximumSignatureEnd)")
    }
    guard mask == nil || mask?.count == bytes.count else { throw cursor.error("has a mask of another length") }
    guard mask == nil || mask?.contains(where: { $0 != 0 }) == true else {
      throw cursor.error("has a mask under which every file matches")
    }
    return FormatSignature(offset: offset, bytes: bytes, mask: mask)
  }

  private static func hex(_ cursor: JSONCursor) throws(ImageError) -> [UInt8] {
    let digits = try cursor.name().utf8.compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
    guard digits.count == (try cursor.string()).utf8.count, digits.count.isMultiple(of: 2) else {
      throw cursor.error("has to be an even number of hexadecimal digits")
    }
    return stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
  }

  private static func settings(_ cursor: JSONCursor?) throws(ImageError) -> [SettingDeclaration] {
    guard let cursor else { return [] }
    return try cursor.members().map { (key, value) throws(ImageError) in try setting(key, value) }
  }

  private static func setting(_ key: String, _ cursor: JSONCursor) throws(ImageError) -> SettingDeclaration {
    let type = try cursor.required("type")
    guard let kind = SettingDeclaration.Kind(rawValue: try type.string()) else {
      throw type.error("has to be boolean, integer, number or string")
    }
    var declaration = SettingDeclaration(
      key: key, type: kind, minimum: try cursor.optional("minimum")?.number(),
      maximum: try cursor.optional("maximum")?.number(), description: try cursor.optional("description")?.string())
    if let standard = try cursor.optional("default") {
      guard let value = SettingValue(standard.value) else { throw standard.error("has to be of type \(kind.rawValue)") }
      if let objection = declaration.objection(to: value) { throw standard.error(objection) }
      declaration.defaultValue = declaration.converted(value)
    }
    return declaration
  }

  private static func list<Element>(
    _ cursor: JSONCursor?, _ read: (JSONCursor) throws(ImageError) -> Element
  ) throws(ImageError) -> [Element] {
    guard let cursor else { return [] }
    return try cursor.elements().map { (element) throws(ImageError) in try read(element) }
  }

  private static func rejectRepetition(_ names: [String], in cursor: JSONCursor?, _ what: String) throws(ImageError) {
    guard let cursor, Set(names).count < names.count else { return }
    throw cursor.error("names \(what) twice")
  }
}
