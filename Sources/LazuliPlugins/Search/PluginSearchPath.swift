import CLazuliSystem
import Glibc
import LazuliCore

/// Where plugins are looked for, in order: the first of an id wins.
public struct PluginSearchPath: Sendable, Hashable {
  /// A folder which holds plugins.
  public struct Place: Sendable, Hashable {
    public var path: String
    public var origin: Origin
    public var layout: Layout = .folders
    /// Whether plugins with transports are refused here.
    public var isCodecsOnly = false

    /// - Parameter path: Absolute.
    public init(path: String, origin: Origin, layout: Layout = .folders, isCodecsOnly: Bool = false) {
      self.path = path
      self.origin = origin
      self.layout = layout
      self.isCodecsOnly = isCodecsOnly
    }
  }

  /// Who named the place.
  public enum Origin: String, Sendable, Hashable, CaseIterable {
    case program, environment, configuration, system, executable, build, user
  }

  /// How plugins lie in it.
  public enum Layout: Sendable, Hashable {
    /// Each in a folder of its own, with its `plugin.json` and its library.
    case folders
    /// As SwiftPM lays them: manifests in `NAME.resources`, libraries beside these folders.
    case buildProducts
  }

  public var places: [Place]

  public init(places: [Place]) {
    self.places = places
  }

  /// The places of a program: its own `directories`, `LAZULI_PLUGIN_PATH` (absolute paths, separated
  /// by colons; ignored in a process with more rights than its user), the configuration's, the
  /// system's, those beside the executable and, only when asked for, the user's.
  public static func standard(
    for configuration: Configuration, directories: [String] = [], includesUserDirectory: Bool = false
  ) -> PluginSearchPath {
    var places = directories.map { Place(path: $0, origin: .program) }
    places += environmentDirectories.map { Place(path: $0, origin: .environment) }
    places += configuration.pluginDirectories.map { Place(path: $0, origin: .configuration) }
    places += ["/etc/lazuli/plugins", "/usr/local/lib/lazuli/plugins/1", "/usr/lib/lazuli/plugins/1"]
      .map { Place(path: $0, origin: .system) }
    places += executablePlaces
    if includesUserDirectory { places += userPlaces }
    return PluginSearchPath(places: places)
  }

  /// Whether the process has rights which the one who set its environment may lack.
  static var isPrivileged: Bool {
    getauxval(UInt(AT_SECURE)) != 0 || getuid() != geteuid() || getgid() != getegid()
  }

  private static func environment(_ name: String) -> String? {
    guard !isPrivileged, let value = getenv(name) else { return nil }
    return String(cString: value)
  }

  private static var environmentDirectories: [String] {
    (environment("LAZULI_PLUGIN_PATH") ?? "").split(separator: ":").map(String.init)
  }

  private static var executablePlaces: [Place] {
    guard let executable = FilePath.resolved("/proc/self/exe") else { return [] }
    let folder = FilePath.folder(of: executable)
    let installed = FilePath.join(FilePath.folder(of: folder), "lib/lazuli/plugins/1")
    return [Place(path: installed, origin: .executable)] + buildPlace(folder)
  }

  /// SwiftPM's build folders end in the name of the configuration: others (/usr/bin) are not listed.
  private static func buildPlace(_ folder: String) -> [Place] {
    guard ["debug", "release"].contains(FilePath.name(of: folder)) else { return [] }
    return [Place(path: folder, origin: .build, layout: .buildProducts)]
  }

  private static var userPlaces: [Place] {
    let data = environment("XDG_DATA_HOME") ?? environment("HOME").map { $0 + "/.local/share" }
    guard let data, data.hasPrefix("/") else { return [] }
    return [Place(path: FilePath.join(data, "lazuli/plugins/1"), origin: .user, isCodecsOnly: true)]
  }
}
