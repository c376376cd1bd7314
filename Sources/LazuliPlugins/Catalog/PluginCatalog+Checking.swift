import Glibc
import LazuliCore

extension PluginCatalog {
  /// Reads, trusts, loads and compares one plugin, wherever it lies: for its author and for who
  /// installs it. It takes no part in routing.
  ///
  /// - Parameter path: A manifest, the folder that holds it, or the library of a plugin whose
  ///   manifest lies beside it (or, in a build folder, in `NAME.resources`).
  /// - Throws: `notFound`, `pluginRejected`, `invalidConfiguration`.
  public func check(_ path: String) throws(ImageError) -> PluginReport {
    let (manifestPath, layout) = try Self.manifest(for: path)
    let folder = FilePath.folder(of: FilePath.folder(of: manifestPath))
    let place = PluginSearchPath.Place(path: folder, origin: .program, layout: layout)
    let file = try ManifestFile(manifestPath, layout: layout)
    let found = FoundPlugin(
      manifest: file.manifest, manifestPath: manifestPath, libraryPath: file.libraryPath, place: place, rank: 0)
    let settings = configuration.pluginSettings[file.manifest.id] ?? [:]
    _ = try PluginSlot(found, settings: settings, handler: nil).load()
    return PluginReport(
      manifest: file.manifest, manifestPath: manifestPath, libraryPath: file.libraryPath, place: place, state: .loaded)
  }

  private static func manifest(for path: String) throws(ImageError) -> (String, PluginSearchPath.Layout) {
    guard let resolved = FilePath.resolved(path) else { throw BoundedFile.failure(path, errno) }
    if FilePath.name(of: resolved).hasSuffix(".so") { return try manifest(ofLibrary: resolved) }
    let inside = FilePath.join(resolved, "plugin.json")
    let manifest = FilePath.isFolder(resolved) ? inside : resolved
    let isBuilt = FilePath.folder(of: manifest).hasSuffix(".resources")
    return (manifest, isBuilt ? .buildProducts : .folders)
  }

  private static func manifest(ofLibrary path: String) throws(ImageError) -> (String, PluginSearchPath.Layout) {
    let folder = FilePath.folder(of: path)
    let beside = FilePath.join(folder, "plugin.json")
    if FilePath.exists(beside) { return (beside, .folders) }
    for name in FilePath.names(in: folder) ?? [] where name.hasSuffix(".resources") {
      let manifest = FilePath.join(FilePath.join(folder, name), "plugin.json")
      let file = try? ManifestFile(manifest, layout: .buildProducts)
      if file?.libraryPath == path { return (manifest, .buildProducts) }
    }
    throw ImageError(.notFound, at: .route, "\(path) has no manifest: a plugin.json beside it is needed")
  }
}
