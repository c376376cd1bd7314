import LazuliCore

extension PluginCatalog {
  /// Every plugin that was found, those refused and disabled included, in search order.
  public var plugins: [PluginReport] {
    let index = index
    let found = index.scan.plugins.map { report($0, in: index) }
    return found + index.scan.refused.map(report)
  }

  /// Where was looked, and what was found there; in search order.
  public var places: [(place: PluginSearchPath.Place, result: String)] { index.scan.places }

  /// Ids which the configuration names and no plugin has: perhaps mistyped, perhaps not installed.
  public var unknownPlugins: [String] { index.unknownIDs }

  /// Who decodes and encodes a format, and why.
  public func explain(format: String) -> RoutingExplanation {
    let index = index
    let usable = index.codecs(of: format).filter { !isRefused($0.slot) }.map { candidate in
      RoutingExplanation.Candidate(
        report: report(candidate.slot.found, in: index), isUsable: true, reasons: reasons(candidate, in: index))
    }
    return RoutingExplanation(
      subject: format,
      objection: index.isAllowed(format) ? nil : "The configuration does not allow it (formats.allow)",
      candidates: usable + unusable { $0.formats.contains(format) }, places: placeDescriptions)
  }

  /// Who opens URLs of a scheme, and why.
  public func explain(scheme: String) -> RoutingExplanation {
    let index = index
    let usable = index.transports(for: scheme).filter { !isRefused($0) }.map { slot in
      RoutingExplanation.Candidate(
        report: report(slot.found, in: index), isUsable: true, reasons: [searchReason(slot.found)])
    }
    let isAllowed = configuration.network.schemes?.contains(scheme) ?? true
    return RoutingExplanation(
      subject: scheme, objection: isAllowed ? nil : "The configuration does not allow it (network.schemes)",
      candidates: usable + unusable { $0.schemes.contains(scheme) }, places: placeDescriptions)
  }

  private func reasons(_ candidate: PluginIndex.Candidate, in index: PluginIndex) -> [String] {
    let (codec, preference) = (candidate.codec, index.preference(candidate))
    var reasons = preference == .max ? [] : ["number \(preference + 1) in plugins.prefer"]
    reasons.append("priority \(codec.priority)")
    reasons.append(searchReason(candidate.slot.found))
    if !codec.decodes { reasons.append("encodes only: its manifest has no signatures") }
    if !codec.encodes { reasons.append("decodes only: its manifest has no ability \"encode\"") }
    return reasons
  }

  private func searchReason(_ found: FoundPlugin) -> String {
    "number \(found.rank + 1) in the search order, found in \(found.place.path)"
  }

  private func isRefused(_ slot: PluginSlot) -> Bool {
    if case .failure = slot.state { true } else { false }
  }

  private func unusable(_ isMeant: (PluginManifest) -> Bool) -> [RoutingExplanation.Candidate] {
    plugins.compactMap { report in
      guard let manifest = report.manifest, isMeant(manifest) else { return nil }
      switch report.state {
      case .available, .loaded: return nil
      case .disabled: return .init(report: report, isUsable: false, reasons: ["disabled by plugins.disable"])
      case .rejected(let error): return .init(report: report, isUsable: false, reasons: [error.message])
      }
    }
  }

  private var placeDescriptions: [String] {
    places.map { "\($0.place.path) (\($0.place.origin.rawValue)): \($0.result)" }
  }

  private func report(_ found: FoundPlugin, in index: PluginIndex) -> PluginReport {
    PluginReport(
      manifest: found.manifest, manifestPath: found.manifestPath, libraryPath: found.libraryPath,
      place: found.place, state: state(of: found, in: index))
  }

  private func report(_ refused: RefusedPlugin) -> PluginReport {
    PluginReport(
      manifest: refused.manifest, manifestPath: refused.manifestPath, place: refused.place,
      state: .rejected(refused.error))
  }

  private func state(of found: FoundPlugin, in index: PluginIndex) -> PluginReport.State {
    guard let slot = index.slots.first(where: { $0.found.manifest.id == found.manifest.id }) else { return .disabled }
    switch slot.state {
    case nil: return .available
    case .success: return .loaded
    case .failure(let error): return .rejected(error)
    }
  }
}
