import Glibc
import LazuliCore

/// A plugin whose manifest was read and found good.
struct FoundPlugin: Sendable {
  var manifest: PluginManifest
  var manifestPath: String
  var libraryPath: String
  var place: PluginSearchPath.Place
  /// Counts found plugins in search order.
  var rank: Int
}

/// A plugin that will not be used, with the reason.
struct RefusedPlugin: Sendable {
  var manifest: PluginManifest?
  var manifestPath: String
  var place: PluginSearchPath.Place
  var error: ImageError
}

/// What a walk over the search path brought to light. Reads manifests, loads no code.
struct PluginScan: Sendable {
  var plugins: [FoundPlugin] = []
  var refused: [RefusedPlugin] = []
  /// What became of each place, in words.
  var places: [(place: PluginSearchPath.Place, result: String)] = []

  init(_ path: PluginSearchPath, trust: FileTrust = FileTrust()) {
    for place in path.places { visit(place, trust) }
  }

  private mutating func visit(_ place: PluginSearchPath.Place, _ trust: FileTrust) {
    guard place.path.hasPrefix("/") else {
      places.append((place, "not looked at: the path is not absolute"))
      return
    }
    guard let names = FilePath.names(in: place.path) else {
      places.append((place, String(cString: strerror(errno))))
      return
    }
    let manifests = names.filter { place.layout == .folders || $0.hasSuffix(".resources") }
      .map { FilePath.join(FilePath.join(place.path, $0), "plugin.json") }
      .filter(FilePath.exists)
    places.append((place, manifests.count == 1 ? "1 manifest" : "\(manifests.count) manifests"))
    let road = FileRoad(from: place.path, trust: trust)
    for manifest in manifests { read(manifest, in: place, road) }
  }

  private mutating func read(_ path: String, in place: PluginSearchPath.Place, _ road: FileRoad) {
    var manifest: PluginManifest?
    do throws(ImageError) {
      let opened = try ManifestFile(path, layout: place.layout, road: road)
      manifest = opened.manifest
      try check(opened.manifest, in: place)
      plugins.append(
        FoundPlugin(
          manifest: opened.manifest, manifestPath: path, libraryPath: opened.libraryPath, place: place,
          rank: plugins.count))
    } catch {
      var error = error
      error.plugin = manifest?.id
      refused.append(RefusedPlugin(manifest: manifest, manifestPath: path, place: place, error: error))
    }
  }

  private func check(_ manifest: PluginManifest, in place: PluginSearchPath.Place) throws(ImageError) {
    if let winner = plugins.first(where: { $0.manifest.id == manifest.id }) {
      throw ImageError(
        .pluginRejected, at: .route, "\(manifest.id) was found earlier in the search order: \(winner.manifestPath)")
    }
    if place.isCodecsOnly, !manifest.transports.isEmpty {
      throw ImageError(
        .pluginRejected, at: .route, "\(manifest.id) has transports, and \(place.path) may hold codecs only")
    }
  }
}
