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

/// What every command has at hand.
struct CommandContext: Sendable {
  var configuration: Configuration
  let printsJSON: Bool
  let terminals: Terminals

  var output: Terminal { terminals.output }
  var error: Terminal { terminals.error }

  /// A failure, for people on standard error, for machines as an object on standard output. Who
  /// interrupts the command knows that.
  func report(_ failure: ImageError, of name: String) {
    if failure.code == .cancelled, Task.isCancelled { return }
    if printsJSON {
      output.write(JSONText(failure, input: name).text + "\n")
    } else {
      error.write("lazuli: \(TerminalText.sanitized(failure.sentence(about: name)))\n")
    }
  }
}

extension ImageError {
  /// The message for who calls the object by `name`, and names it once.
  fileprivate func sentence(about name: String) -> String {
    var reason = message
    if let url, reason.hasPrefix("\(url): ") { reason.removeFirst(url.count + 2) }
    return reason.hasPrefix(name) ? reason : "\(Self.shown(name)): \(reason)"
  }

  /// Cut where it is long: a data URL has megabytes.
  private static func shown(_ name: String) -> String {
    name.utf8.count <= 256 ? name : "\(name.prefix(120))…"
  }
}

extension JSONText {
  init(_ error: ImageError, input: String) {
    self = .object([
      ("input", .string(input)), ("ok", false),
      (
        "error",
        .object([
          ("code", .string(error.code.rawValue)), ("fault", .string(error.code.fault.rawValue)),
          ("stage", .string(error.stage.rawValue)), ("message", .string(error.message)),
          ("limit", JSONText(error.limit?.rawValue)), ("plugin", JSONText(error.plugin)),
          ("byte_offset", JSONText(error.byteOffset.flatMap { Int(exactly: $0) })),
        ])
      ),
    ])
  }
}

extension CommandContext {
  /// A pipeline with the configuration and what a command adds to each request.
  func source(_ request: RequestOptions) -> ImageSource {
    ImageSource(configuration, request)
  }
}
