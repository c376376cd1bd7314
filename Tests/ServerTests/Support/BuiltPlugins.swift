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
  /// A pipeline with the plugins of the build folder. It knows no hurry unless `change` says so: a test
  /// says nothing of how fast the machine is.
  static func built(_ change: (inout Configuration) -> Void = { _ in }) -> ImagePipeline {
    var configuration = Configuration()
    configuration.network.requestTimeout = nil
    configuration.network.connectTimeout = .seconds(600)
    configuration.network.stallBytesPerSecond = nil
    configuration.limits.maximumDecodingTime = nil
    change(&configuration)
    return ImagePipeline(configuration, searchPath: BuiltPlugins.searchPath(for: configuration))
  }
}

extension PixelBuffer {
  /// The first pixel of RGBA8.
  var firstPixel: [UInt8] { withUnsafeBytes { Array($0.prefix(4)) } }
}
