import LazuliCore

/// All plugins that were found, and the order in which they serve: routing without loading.
struct PluginIndex: Sendable {
  let slots: [PluginSlot]
  let scan: PluginScan
  private let configuration: Configuration

  /// A codec that may serve a format.
  struct Candidate: Sendable {
    let slot: PluginSlot
    let codec: PluginManifest.Codec
    /// The significant bits of the signature that matched; 0 where none was asked for.
    var specificity = 0

    var id: String { slot.found.manifest.id }
  }

  init(_ scan: PluginScan, configuration: Configuration, handler: PluginMessageHandler?) {
    self.scan = scan
    self.configuration = configuration
    slots = scan.plugins.filter { !configuration.disabledPlugins.contains($0.manifest.id) }
      .map { PluginSlot($0, settings: configuration.pluginSettings[$0.manifest.id] ?? [:], handler: handler) }
  }

  var sniffedByteCount: Int {
    slots.flatMap(\.found.manifest.codecs).flatMap(\.signatures).map(\.requiredByteCount).max() ?? 0
  }

  func isAllowed(_ format: String) -> Bool {
    configuration.allowedFormats?.contains(format) ?? true
  }

  /// Codecs whose signatures match, in order, whether their formats are allowed or not.
  func decoders(for prefix: [UInt8], hint: FormatHint) -> [Candidate] {
    candidates { $0.decodes }.compactMap { candidate in
      let matching = candidate.codec.signatures.filter { $0.matches(prefix) }
      guard let best = matching.map(\.specificity).max() else { return nil }
      return Candidate(slot: candidate.slot, codec: candidate.codec, specificity: best)
    }.sorted { precedes($0, $1, hint) }
  }

  /// Codecs of a format, in order.
  func codecs(of format: String) -> [Candidate] {
    candidates { $0.format == format }.sorted { precedes($0, $1, FormatHint()) }
  }

  /// Codecs of a format which encode, in order.
  func encoders(of format: String) -> [Candidate] {
    codecs(of: format).filter(\.codec.encodes)
  }

  /// Plugins with a transport for a scheme, in order.
  func transports(for scheme: String) -> [PluginSlot] {
    slots.filter { $0.found.manifest.schemes.contains(scheme) }
  }

  /// Ids which the configuration names and no manifest has: perhaps mistyped.
  var unknownIDs: [String] {
    let known = Set(scan.plugins.map(\.manifest.id) + scan.refused.compactMap(\.manifest?.id))
    let named = configuration.disabledPlugins.union(configuration.pluginSettings.keys)
      .union(configuration.preferredPlugins.values.joined())
    return named.subtracting(known).sorted()
  }

  /// The place of a plugin in the deployer's preferences for a format.
  func preference(_ candidate: Candidate) -> Int {
    configuration.preferredPlugins[candidate.codec.format]?.firstIndex(of: candidate.id) ?? .max
  }

  private func candidates(_ isWanted: (PluginManifest.Codec) -> Bool) -> [Candidate] {
    slots.flatMap { slot in
      slot.found.manifest.codecs.filter(isWanted).map { Candidate(slot: slot, codec: $0) }
    }
  }

  /// Bytes first, then what was said of them, then the deployer, the author, the search order.
  private func precedes(_ left: Candidate, _ right: Candidate, _ hint: FormatHint) -> Bool {
    key(left, hint).lexicographicallyPrecedes(key(right, hint))
  }

  private func key(_ candidate: Candidate, _ hint: FormatHint) -> [Int] {
    [
      -candidate.specificity, candidate.codec.isMeant(by: hint) ? 0 : 1, preference(candidate),
      -candidate.codec.priority, candidate.slot.found.rank,
    ]
  }
}

extension FormatSignature {
  /// The bits that decide.
  fileprivate var specificity: Int {
    mask?.reduce(0) { $0 + $1.nonzeroBitCount } ?? bytes.count * 8
  }
}

extension PluginManifest.Codec {
  func isMeant(by hint: FormatHint) -> Bool {
    if let type = hint.mediaType, mediaTypes.contains(type) { return true }
    return hint.fileExtension.map(extensions.contains) ?? false
  }
}
