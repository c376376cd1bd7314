import LazuliCore

/// Errors for what no plugin does: which were looked at, where, and what would be needed.
struct RoutingFailure {
  private let index: PluginIndex

  init(_ index: PluginIndex) { self.index = index }

  func noTransport(for scheme: String) -> ImageError {
    let known = index.slots.filter { !$0.found.manifest.transports.isEmpty }
      .map { "\($0.found.manifest.id) (\($0.found.manifest.schemes.joined(separator: ", ")))" }
    return missing(
      .noPluginForScheme, at: .route,
      "No plugin has a transport for \"\(scheme)\"; needed is one whose manifest names that scheme. \(lookedAt(known))")
  }

  func noEncoder(for format: String) -> ImageError {
    let known = index.slots.flatMap(\.found.manifest.codecs).filter(\.encodes).map(\.format)
    return missing(
      .noPluginForFormat, at: .route,
      "No plugin encodes \"\(format)\"; needed is one whose manifest gives that format the ability \"encode\". "
        + lookedAt(known))
  }

  func noDecoder(for prefix: [UInt8], hint: FormatHint, notAllowed formats: [String]) -> ImageError {
    if let format = formats.first {
      return ImageError(
        .formatNotAllowed, at: .sniff,
        "The file is of format \"\(format)\", which is not among \"formats.allow\" of the configuration")
    }
    let known = index.slots.filter { $0.found.manifest.codecs.contains(where: \.decodes) }
      .map { "\($0.found.manifest.id) (\($0.found.manifest.formats.joined(separator: ", ")))" }
    let said = hint.mediaType.flatMap { $0.utf8.count < 64 ? ", said to be \($0)" : nil } ?? ""
    let start =
      prefix.isEmpty ? "The file is empty" : "No codec knows a file which begins with \(beginning(prefix))\(said)"
    guard known.isEmpty || (!prefix.isEmpty && isForeign(hint)) else {
      return ImageError(.notAnImage, at: .sniff, "\(start). \(lookedAt(known))")
    }
    let wanted = hint.mediaType ?? hint.fileExtension.map { "files of the name .\($0)" } ?? "this format"
    return missing(
      .noPluginForFormat, at: .sniff, "\(start); a plugin for \(wanted) would be needed. \(lookedAt(known))")
  }

  /// Whether it is said to be an image of a type that no manifest has.
  private func isForeign(_ hint: FormatHint) -> Bool {
    guard let type = hint.mediaType, type.hasPrefix("image/") else { return false }
    return !index.slots.flatMap(\.found.manifest.codecs).contains { $0.mediaTypes.contains(type) }
  }

  /// As text where it is text: most often it is a page of HTML.
  private func beginning(_ prefix: [UInt8]) -> String {
    let isText = prefix.allSatisfy { (0x20..<0x7F).contains($0) || (0x09...0x0D).contains($0) }
    guard isText else { return prefix.prefix(8).map { byte in hex(byte) }.joined(separator: " ") }
    return "\"\(String(decoding: prefix.prefix(24).prefix { $0 >= 0x20 }, as: UTF8.self))\""
  }

  private func hex(_ byte: UInt8) -> String {
    let digits = String(byte, radix: 16)
    return digits.count < 2 ? "0" + digits : digits
  }

  private func lookedAt(_ known: [String]) -> String {
    let found = known.isEmpty ? "None was found" : "Found: \(known.joined(separator: ", "))"
    let places = index.scan.places.map { "\($0.place.path) (\($0.result))" }
    return "\(found). Looked in \(places.joined(separator: ", "))" + refused
  }

  /// What a refused plugin might have done: the first refusal is the cause.
  private func missing(_ code: ImageError.Code, at stage: ImageError.Stage, _ message: String) -> ImageError {
    var error = ImageError(code, at: stage, message)
    error.cause = index.scan.refused.first?.error
    return error
  }

  private var refused: String {
    guard !index.scan.refused.isEmpty else { return "" }
    return ". Refused: " + index.scan.refused.map(\.error.message).joined(separator: "; ")
  }
}
