import Lazuli

/// The formats that the plugins read and write, by their names, extensions and media types.
struct FormatTable: Sendable {
  private let catalog: PluginCatalog
  private let codecs: [PluginManifest.Codec]

  /// Reads the manifests.
  init(_ catalog: PluginCatalog) {
    self.catalog = catalog
    codecs = catalog.plugins.flatMap { report -> [PluginManifest.Codec] in
      switch report.state {
      case .available, .loaded: report.manifest?.codecs ?? []
      case .disabled, .rejected: []
      }
    }
  }

  /// The format that is written into files of this extension; raw rows, too, which no plugin writes.
  func format(ofExtension suffix: String) -> String? {
    let suffix = suffix.lowercased()
    return suffix == "rgba" ? suffix : codecs.first { $0.encodes && $0.extensions.contains(suffix) }?.format
  }

  /// The format that a file's extension says; `nil` for what has none. Throws `invalidRequest`.
  func format(for place: Destination.Place) throws(ImageError) -> String? {
    guard let suffix = place.fileExtension else { return nil }
    if let format = format(ofExtension: suffix) { return format }
    throw ImageError(
      .invalidRequest, at: .encode,
      "No plugin writes .\(suffix) files; written are \(extensions.joined(separator: ", "))")
  }

  /// Of the files that can be written.
  private var extensions: [String] { codecs.filter(\.encodes).flatMap(\.extensions).map { ".\($0)" } }

  /// Throws `noPluginForFormat`, and what loading a plugin throws.
  func encoder(of format: String) throws(ImageError) -> any ImageEncoderProvider {
    try catalog.encoder(for: format)
  }

  /// As files of the format are mostly named.
  func fileExtension(of format: String) -> String {
    codecs.first { $0.format == format }?.extensions.first ?? format
  }

  /// As "image/png".
  func mediaType(of format: String) -> String? {
    codecs.first { $0.format == format }?.mediaTypes.first
  }

  /// The format itself when it can be written, with transparency if that is needed; else one that can.
  func writable(_ format: String, needsAlpha: Bool) -> String {
    guard codecs.contains(where: { $0.format == format && $0.encodes }),
      !needsAlpha || (try? catalog.encoder(for: format))?.writesAlpha == true
    else { return "png" }
    return format
  }
}
