import Lazuli

/// What all commands that ask for pictures let the user say of a request.
struct RequestOptions: Sendable {
  static let options: [OptionDefinition] = [
    .value("--header", "'NAME: VALUE'", repeats: true, "send this header field"),
    .value("--timeout", "SECONDS", "give a picture up after SECONDS"),
  ]

  let fields: [HeaderField]
  let timeout: Duration?

  init(_ arguments: ParsedArguments) throws(UsageError) {
    fields = try arguments.headerFields("--header")
    timeout = try arguments.seconds("--timeout")
  }
}
