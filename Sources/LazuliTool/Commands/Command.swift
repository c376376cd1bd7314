import Lazuli

/// A command of the tool: what it is called, what it takes, what it does.
protocol Command: Sendable {
  static var name: String { get }
  /// One line for the list of commands.
  static var summary: String { get }
  /// What stands behind `lazuli`, without the options.
  static var usage: String { get }
  static var options: [OptionDefinition] { get }
  /// Pairs of a command line and what it does.
  static var examples: [(line: String, meaning: String)] { get }

  init(_ arguments: ParsedArguments) throws(UsageError)
  func run(_ context: CommandContext) async throws(ImageError) -> ExitCode
}
