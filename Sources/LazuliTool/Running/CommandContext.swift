import Lazuli

/// What every command has at hand.
struct CommandContext: Sendable {
  var configuration = Configuration()
  let printsJSON: Bool
  let terminals: Terminals
  private let remedies: Remedies
  /// Whether standard output is for pictures: words would be in their way.
  private(set) var outputIsTaken = false

  init(_ command: any Command.Type, printsJSON: Bool, _ terminals: Terminals) {
    self.printsJSON = printsJSON
    self.terminals = terminals
    remedies = Remedies(command)
  }

  /// For what is asked for.
  var output: Terminal { terminals.output }
  var error: Terminal { terminals.error }
  /// For lines about what was asked for.
  var messages: Terminal { outputIsTaken ? error : output }

  /// The same, with standard output left to a picture if that is where it goes.
  func leavingOutput(toPicture isPicture: Bool) -> CommandContext {
    var context = self
    context.outputIsTaken = isPicture
    return context
  }

  /// A pipeline with the configuration and what a command adds to each request.
  func source(_ request: RequestOptions) -> ImageSource {
    ImageSource(configuration, request)
  }

  /// A failure, for people on standard error, for machines as an object among the others. Who interrupts the
  /// command knows that. `name`: of the picture; `nil` where the message itself says what it is about.
  func report(_ failure: ImageError, of name: String?) {
    if failure.code == .cancelled, Task.isCancelled { return }
    let remedy = remedies.text(for: failure)
    if printsJSON {
      messages.write(JSONText(failure, input: name, remedy: remedy).text + "\n")
    } else {
      let sentence = failure.sentence(about: name) + (remedy.map { "; \($0)" } ?? "")
      error.write("lazuli: \(TerminalText.sanitized(sentence))\n")
    }
  }

  /// What was not done as asked, and hindered nothing: machines find it in the picture's object.
  func warn(_ text: String, of name: String) {
    guard !printsJSON else { return }
    error.write("lazuli: \(TerminalText.sanitized("\(ImageError.shown(name)): warning: \(text)"))\n")
  }
}

extension ImageError {
  /// The message for who calls the object by `name`, and names it once.
  fileprivate func sentence(about name: String?) -> String {
    var reason = message
    guard let name else { return reason }
    if let url, reason.hasPrefix("\(url): ") { reason.removeFirst(url.count + 2) }
    return reason.hasPrefix(name) ? reason : "\(Self.shown(name)): \(reason)"
  }

  /// Cut where it is long: a data URL has megabytes.
  fileprivate static func shown(_ name: String) -> String {
    name.utf8.count <= 256 ? name : "\(name.prefix(120))…"
  }
}

extension JSONText {
  fileprivate init(_ error: ImageError, input: String?, remedy: String?) {
    self = .object([
      ("input", JSONText(input)), ("ok", false),
      (
        "error",
        .object([
          ("code", .string(error.code.rawValue)), ("fault", .string(error.code.fault.rawValue)),
          ("stage", .string(error.stage.rawValue)), ("message", .string(error.message)), ("remedy", JSONText(remedy)),
          ("limit", JSONText(error.limit?.rawValue)), ("plugin", JSONText(error.plugin)),
          ("byte_offset", JSONText(error.byteOffset.flatMap { Int(exactly: $0) })),
        ])
      ),
    ])
  }
}
