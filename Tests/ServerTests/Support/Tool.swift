import Glibc
import LazuliTestSupport

/// The command `lazuli` of the build folder.
enum Tool {
  static var path: String { "\(folder)/lazuli" }

  /// That of the test program.
  private static var folder: String {
    guard let resolved = realpath("/proc/self/exe", nil) else { return "." }
    defer { free(resolved) }
    let path = String(cString: resolved)
    return String(path[..<(path.lastIndex(of: "/") ?? path.endIndex)])
  }

  static func start(_ words: [String], input: [UInt8] = [], in directory: String? = nil) throws -> Program {
    try Program([path] + words, input: input, in: directory)
  }

  static func run(_ words: String..., input: [UInt8] = [], in directory: String? = nil) async throws -> Program.Run {
    try await run(words, input: input, in: directory)
  }

  static func run(_ words: [String], input: [UInt8] = [], in directory: String? = nil) async throws -> Program.Run {
    try await start(words, input: input, in: directory).end()
  }
}
