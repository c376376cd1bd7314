import LazuliCore

/// A manifest on disk with the library that belongs to it: read, resolved, trusted.
struct ManifestFile {
  let manifest: PluginManifest
  /// Resolved.
  let libraryPath: String

  /// Throws `pluginRejected` and what reading throws.
  init(_ path: String, layout: PluginSearchPath.Layout, road: FileRoad = FileRoad()) throws(ImageError) {
    guard let resolved = road.resolved(path) else { throw Self.rejection("\(path) does not exist") }
    if let objection = road.objection(to: resolved) { throw Self.rejection("Not trusted: \(objection)") }
    let text = try BoundedFile.read(resolved, maximumByteCount: JSONParser.maximumByteCount)
    manifest = try ManifestReader.read(text, file: path)
    libraryPath = try Self.library(manifest.library, beside: resolved, layout, road)
  }

  private static func library(
    _ name: String, beside manifest: String, _ layout: PluginSearchPath.Layout, _ road: FileRoad
  ) throws(ImageError) -> String {
    let own = FilePath.folder(of: manifest)
    let folder = layout == .buildProducts ? FilePath.folder(of: own) : own
    let path = FilePath.join(folder, name)
    guard let resolved = road.resolved(path) else {
      throw rejection("The library \(path) does not exist; install it, or correct `library`")
    }
    guard resolved.hasPrefix(folder == "/" ? folder : folder + "/") else {
      throw rejection("The library \(path) is a link out of its folder, to \(resolved)")
    }
    if let objection = road.objection(to: resolved) { throw rejection("Not trusted: \(objection)") }
    return resolved
  }

  private static func rejection(_ message: String) -> ImageError {
    ImageError(.pluginRejected, at: .route, message)
  }
}
