import Lazuli

/// The plugins of the build folder, and no others.
enum BuiltPlugins {
  static func searchPath(for configuration: Configuration = .init()) -> PluginSearchPath {
    PluginSearchPath(places: PluginSearchPath.standard(for: configuration).places.filter { $0.origin == .build })
  }

  /// A door of its own, for tests below the engine.
  static func catalog(_ configuration: Configuration = .init()) -> PluginCatalog {
    PluginCatalog(configuration: configuration, searchPath: searchPath(for: configuration))
  }
}

extension ImagePipeline {
  /// A pipeline with the plugins of the build folder.
  static func built(_ change: (inout Configuration) -> Void = { _ in }) -> ImagePipeline {
    var configuration = Configuration()
    change(&configuration)
    return ImagePipeline(configuration, searchPath: BuiltPlugins.searchPath(for: configuration))
  }
}

extension PixelBuffer {
  /// The first pixel of RGBA8.
  var firstPixel: [UInt8] { withUnsafeBytes { Array($0.prefix(4)) } }
}
