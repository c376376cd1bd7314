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

  /// Who decodes a format, and why.
  public func explain(format: String) -> RoutingExplanation {
    let index = index
    let usable = index.decoders(of: format).enumerated().map { rank, candidate in
      RoutingExplanation.Candidate(
        report: report(candidate.slot.found, in: index), isUsable: true,
        reasons: reasons(candidate, rank: rank, in: index))
    }
    return RoutingExplanation(
      subject: format,
      objection: index.isAllowed(format) ? nil : "The configuration does not allow it (formats.allow)",
      candidates: usable + unusable { $0.formats.contains(format) }, places: placeDescriptions)
  }

  /// Who opens URLs of a scheme, and why.
  public func explain(scheme: String) -> RoutingExplanation {
    let index = index
    let usable = index.transports(for: scheme).enumerated().map { rank, slot in
      RoutingExplanation.Candidate(
        report: report(slot.found, in: index), isUsable: true,
        reasons: ["number \(rank + 1) in the search order, found in \(slot.found.place.path)"])
    }
    let isAllowed = configuration.network.schemes?.contains(scheme) ?? true
    return RoutingExplanation(
      subject: scheme, objection: isAllowed ? nil : "The configuration does not allow it (network.schemes)",
      candidates: usable + unusable { $0.schemes.contains(scheme) }, places: placeDescriptions)
  }

  private func reasons(_ candidate: PluginIndex.Candidate, rank: Int, in index: PluginIndex) -> [String] {
    let preference = index.preference(candidate)
    var reasons = preference == .max ? [] : ["number \(preference + 1) in plugins.prefer"]
    reasons.append("priority \(candidate.codec.priority)")
    reasons.append(
      "number \(candidate.slot.found.rank + 1) in the search order, found in \(candidate.slot.found.place.path)")
    if rank > 0 { reasons.append("asked when those before it say that a file is not of this format") }
    return reasons
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
