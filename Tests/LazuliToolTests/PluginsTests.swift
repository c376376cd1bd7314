import LazuliTestSupport
import Testing

@Suite("lazuli plugins, for who installs them")
struct PluginsTests {
  private static let root = #filePath.split(separator: "/").dropLast(3).map { "/\($0)" }.joined()
  private let tool: ToolRun

  init() throws { tool = try ToolRun() }

  /// Makes a folder `mine` with the manifest of the png plugin, changed by sed, and its library.
  private func mine(_ change: String) -> String {
    "mkdir mine && sed '\(change)' '\(Self.root)/Plugins/png/plugin.json' >mine/plugin.json && "
      + "cp '\(BuildFolder.path)/libLazuliPNG.so' mine/ && "
  }

  @Test(
    "What is wrong with a plugin is said with its manifest, and mostly with what helps",
    arguments: [
      ("s/\"abi\": 1/\"abi\": 9/", "build the plugin for ABI 1"),
      ("s/\"abi\": 1/\"abi\": true/", "has to be an integer"),
      ("s/{/(/", "plugin.json:1:1: it is no JSON from here on"), ("s/libLazuliPNG/libNone/", "correct `library`"),
      ("s/org.lazuli.png/org.example.png/", "the manifest says \"org.example.png\""),
    ])
  func refused(change: String, expected: String) {
    let result = tool(mine(change) + "lazuli plugins check ./mine")
    #expect(result.status == 7, "\(result.output)")
    #expect(result.output.contains("mine/plugin.json") && result.output.contains(expected), "\(result.output)")
  }

  @Test("A library that others may write to is refused, with the command that mends it")
  func writable() {
    let result = tool(mine("") + "chmod o+w mine/libLazuliPNG.so && LAZULI_PLUGIN_PATH=$PWD lazuli plugins")
    #expect(result.output.contains("refused: Not trusted: ") && result.output.contains("chmod o-w"), "\(result.output)")
    #expect(result.output.contains("/mine/plugin.json"))
  }

  @Test("An id that the configuration names and nobody has is told: a mistyped one would disable nothing")
  func unknownID() {
    let configuration = #"{"schema":"lazuli.config/1","plugins":{"disable":["org.lazuli.pgn","org.lazuli.gif"]}}"#
    let result = tool("echo '\(configuration)' >c.json; lazuli plugins --config c.json")
    #expect(result.output.contains("no plugin has the id org.lazuli.pgn"), "\(result.output)")
    #expect(result.output.contains("disabled: by plugins.disable"))
    #expect(!result.output.contains("id org.lazuli.gif,"))
  }

  @Test("Every record of --json says whether it is well")
  func json() throws {
    let lines = tool(mine("s/{/(/") + "LAZULI_PLUGIN_PATH=$PWD lazuli plugins --json; lazuli plugins why --json png")
    let records = try lines.output.split(separator: "\n").map { try TestJSON(parsing: Array($0.utf8)) }
    #expect(records.filter { $0["ok"]?.bool == false }.count == 1)
    #expect(records.allSatisfy { $0["ok"]?.bool != nil })
  }
}
