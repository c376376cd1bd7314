import LazuliCore

/// What a deployer decides: which plugins run, in what order of preference, under which limits and
/// policies. The defaults work without a file.
public struct Configuration: Sendable {
  /// Folders to look for plugins in, before those of the system. Absolute paths.
  public var pluginDirectories: [String] = []
  /// Ids of plugins which are never used.
  public var disabledPlugins: Set<String> = []
  /// By format: ids of plugins which go first, in this order.
  public var preferredPlugins: [String: [String]] = [:]
  /// By id of the plugin and key.
  public var pluginSettings: [String: [String: SettingValue]] = [:]
  /// The formats that may be decoded; `nil`: all.
  public var allowedFormats: Set<String>?
  public var limits = DecodingLimits()
  public var network = NetworkPolicy()
  public var files = FilePolicy()

  public init() {}

  /// Reads a `lazuli.json`. Throws `notFound`, `accessDenied` and, naming line and column,
  /// `invalidConfiguration`: also for a key that is not known and for what this release cannot
  /// honour. Reads a file: not for a thread which must not wait.
  public init(contentsOf path: String) throws(ImageError) {
    let text = try BoundedFile.read(path, maximumByteCount: JSONParser.maximumByteCount)
    self = try ConfigurationReader.read(text, file: path)
  }

  /// Parses the text of a `lazuli.json`; relative paths are relative to the folder of `file`.
  public init(json text: [UInt8], file: String = "lazuli.json") throws(ImageError) {
    self = try ConfigurationReader.read(text, file: file)
  }
}
