import Glibc

/// Where the running test was built, and everything else with it.
public enum BuildFolder {
  /// Without a "/" at the end.
  public static func path() throws -> String {
    guard let resolved = realpath("/proc/self/exe", nil) else { throw HarnessError("/proc/self/exe leads nowhere") }
    defer { free(resolved) }
    return String(cString: resolved).split(separator: "/").dropLast().map { "/\($0)" }.joined()
  }
}
