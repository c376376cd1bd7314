import Glibc
import LazuliTestSupport

/// LittleCMS's own tool, `transicc`: colours through a profile to sRGB.
struct Transicc {
  private static let path = "/usr/bin/transicc"

  /// `nil`, and a line that says so, where it is not installed.
  init?() {
    guard access(Self.path, X_OK) == 0 else {
      print("transicc (Debian: liblcms2-utils) is not there, skipped")
      return nil
    }
  }

  /// Red, green and blue, 0 to 255 and beyond, of each colour: gray and RGB are given as 0 to 255, ink as 0 to 100.
  func colors(_ colors: [[Double]], profile: String) async throws -> [[Double]] {
    let lines = colors.map { $0.map { "\($0)" }.joined(separator: " ") + "\n" }.joined()
    let program = try Program([Self.path, "-n", "-t0", "-i", profile, "-o", "*sRGB"], input: Array(lines.utf8))
    return try await program.end().text.split(separator: "\n").compactMap { line in
      let numbers = line.split(separator: " ").compactMap { Double($0) }
      return numbers.count == 3 ? numbers : nil
    }
  }
}
