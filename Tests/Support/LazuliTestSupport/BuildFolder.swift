import Glibc

/// Where the running test was built, and everything else with it.
public enum BuildFolder {
  /// Without links in it, and without a "/" at the end.
  public static let path: String = {
    guard let resolved = realpath("/proc/self/exe", nil) else { return "." }
    defer { free(resolved) }
    return String(cString: resolved).split(separator: "/").dropLast().map { "/\($0)" }.joined()
  }()
}
