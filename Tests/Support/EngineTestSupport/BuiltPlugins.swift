public import Lazuli

extension PluginSearchPath {
  /// The build folder, and no other place.
  public static func built(for configuration: Configuration = .init()) -> PluginSearchPath {
    PluginSearchPath(places: standard(for: configuration).places.filter { $0.origin == .build })
  }
}

extension PluginCatalog {
  /// The plugins of the build folder, and no others.
  public static func built(_ configuration: Configuration = .init()) -> PluginCatalog {
    PluginCatalog(configuration: configuration, searchPath: .built(for: configuration))
  }
}

extension Configuration {
  /// Without limits of time.
  public static var unhurried: Configuration {
    var configuration = Configuration()
    configuration.network.requestTimeout = nil
    configuration.network.connectTimeout = .seconds(600)
    configuration.network.stallBytesPerSecond = nil
    configuration.limits.maximumDecodingTime = nil
    return configuration
  }
}

extension ImagePipeline {
  /// A pipeline with the plugins of the build folder, and no others. It knows no hurry unless `change` says so:
  /// a test says nothing of how fast the machine is.
  public static func built(
    memoryCache: ImageMemoryCache? = nil, _ change: (inout Configuration) -> Void = { _ in }
  ) -> ImagePipeline {
    var configuration = Configuration.unhurried
    change(&configuration)
    return built(configuration, memoryCache: memoryCache)
  }

  /// With the plugins of the build folder, configured as it says; tasks have all the time in the world unless
  /// `change` says so.
  public static func built(
    _ configuration: Configuration, memoryCache: ImageMemoryCache? = nil,
    _ change: (inout PipelineSettings) -> Void = { _ in }
  ) -> ImagePipeline {
    var settings = PipelineSettings(configuration)
    settings.taskTimeout = nil
    change(&settings)
    return ImagePipeline(
      configuration, searchPath: .built(for: configuration), settings: settings, memoryCache: memoryCache)
  }
}
