import Glibc
import Lazuli

/// The command `lazuli`.
@main
struct LazuliTool {
  /// Work runs beside the main thread, which waits for signals: starting it costs less than an
  /// asynchronous `main`, and no hop leads over the main actor.
  static func main() {
    InterruptWatch.prepare()
    let arguments = Array(CommandLine.arguments.dropFirst())
    let work = Task.detached { exit(await run(arguments).rawValue) }
    InterruptWatch.wait { work.cancel() }
  }

  private static func run(_ arguments: [String]) async -> ExitCode {
    guard let word = arguments.first else {
      Terminal.error.write(Help.overview)
      return .usage
    }
    switch word {
    case "--help", "-h", "help": return printed(Help.overview)
    case "--version": return printed("lazuli \(lazuliVersion)\n")
    default: break
    }
    guard let command = Help.commands.first(where: { $0.name == word }) else {
      return refused(UsageError("There is no command \(word)"), help: "lazuli --help")
    }
    return await run(command, Array(arguments.dropFirst()))
  }

  private static func run(_ command: any Command.Type, _ words: [String]) async -> ExitCode {
    let arguments: ParsedArguments
    let prepared: any Command
    do throws(UsageError) {
      arguments = try ParsedArguments(words, options: command.options + OptionDefinition.common)
      if arguments.has("--help") { return printed(Help.text(for: command)) }
      prepared = try command.init(arguments)
    } catch {
      return refused(error, help: "lazuli \(command.name) --help")
    }
    do throws(ImageError) {
      let context = CommandContext(
        configuration: try configuration(arguments), printsJSON: arguments.has("--json"))
      return try await prepared.run(context)
    } catch {
      CommandContext(configuration: .init(), printsJSON: arguments.has("--json")).report(error, of: command.name)
      return ExitCode(error)
    }
  }

  private static func configuration(_ arguments: ParsedArguments) throws(ImageError) -> Configuration {
    guard let path = arguments.value("--config") else { return Configuration() }
    return try Configuration(contentsOf: path)
  }

  private static func printed(_ text: String) -> ExitCode {
    Terminal.output.write(text)
    return .success
  }

  private static func refused(_ error: UsageError, help: String) -> ExitCode {
    Terminal.error.write("lazuli: \(TerminalText.sanitized(error.message))\nTry: \(help)\n")
    return .usage
  }
}
