import Glibc
import Lazuli

/// The command `lazuli`.
@main
struct LazuliTool {
  /// Work runs beside the main thread, which waits for signals: starting it costs less than an
  /// asynchronous `main`, and no hop leads over the main actor.
  static func main() {
    StandardDescriptors.occupy()
    InterruptWatch.prepare()
    let arguments = RawWord.arguments
    let terminals = Terminals()
    let work = Task.detached {
      exit(terminals.closing(await run(arguments, terminals)).rawValue)
    }
    InterruptWatch.wait(terminals.output) { work.cancel() }
  }

  private static func run(_ arguments: [String], _ terminals: Terminals) async -> ExitCode {
    guard let word = arguments.first else {
      terminals.error.write(Help.overview)
      return .usage
    }
    switch word {
    case "--help", "-h", "help": return help(Array(arguments.dropFirst()), terminals)
    case "--version": return terminals.print("lazuli \(lazuliVersion)\n")
    default: break
    }
    guard let command = Help.command(word) else { return terminals.refuse(Help.unknown(word), help: "lazuli --help") }
    return await run(command, Array(arguments.dropFirst()), terminals)
  }

  /// `lazuli help`, `lazuli help COMMAND`, and what is installed beside the tool: `lazuli help man`.
  private static func help(_ words: [String], _ terminals: Terminals) -> ExitCode {
    let asJSON = words.contains("--json")
    guard let topic = words.first(where: { $0 != "--json" }) else {
      return terminals.print(asJSON ? HelpDescription.overview.text + "\n" : Help.overview)
    }
    if let manual = Manual(rawValue: topic) { return terminals.print(manual.text) }
    guard let command = Help.command(topic) else { return terminals.refuse(Help.unknown(topic), help: "lazuli --help") }
    return help(for: command, asJSON: asJSON, terminals)
  }

  private static func help(for command: any Command.Type, asJSON: Bool, _ terminals: Terminals) -> ExitCode {
    terminals.print(asJSON ? HelpDescription.command(command).text + "\n" : Help.text(for: command))
  }

  private static func run(
    _ command: any Command.Type, _ words: [String], _ terminals: Terminals
  ) async -> ExitCode {
    let arguments: ParsedArguments
    let prepared: any Command
    do throws(UsageError) {
      arguments = try ParsedArguments(words, options: command.options + OptionDefinition.common)
      if arguments.has("--help") { return help(for: command, asJSON: arguments.has("--json"), terminals) }
      prepared = try command.init(arguments)
    } catch {
      return refuse(error, command, asJSON: words.contains("--json"), terminals)
    }
    var context = CommandContext(command, printsJSON: arguments.has("--json"), terminals)
    do throws(ImageError) {
      context.configuration = try configuration(arguments)
      return try await prepared.run(context)
    } catch {
      context.report(error, of: nil)
      return ExitCode(error)
    }
  }

  private static func refuse(
    _ error: UsageError, _ command: any Command.Type, asJSON: Bool, _ terminals: Terminals
  ) -> ExitCode {
    guard asJSON else { return terminals.refuse(error, help: "lazuli \(command.name) --help") }
    CommandContext(command, printsJSON: true, terminals)
      .report(ImageError(.invalidRequest, at: .request, error.message), of: nil)
    return .usage
  }

  private static func configuration(_ arguments: ParsedArguments) throws(ImageError) -> Configuration {
    guard let path = arguments.value("--config") else { return Configuration() }
    return try Configuration(contentsOf: path)
  }
}
