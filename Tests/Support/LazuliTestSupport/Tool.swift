/// The command `lazuli` of the build folder.
public enum Tool {
  public static var path: String { "\(BuildFolder.path)/lazuli" }

  /// Starts it with these words behind its name.
  public static func start(_ words: [String], input: [UInt8] = [], in directory: String? = nil) throws -> Program {
    try Program([path] + words, input: input, in: directory)
  }

  /// Runs it to its end.
  public static func run(
    _ words: String..., input: [UInt8] = [], in directory: String? = nil
  ) async throws -> Program.Run {
    try await run(words, input: input, in: directory)
  }

  /// Runs it to its end.
  public static func run(
    _ words: [String], input: [UInt8] = [], in directory: String? = nil
  ) async throws -> Program.Run {
    try await start(words, input: input, in: directory).end()
  }
}
