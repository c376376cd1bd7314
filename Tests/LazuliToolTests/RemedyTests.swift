import Lazuli
import LazuliTestSupport
import Testing

@testable import LazuliTool

@Suite("What helps against a failure")
struct RemedyTests {
  /// Every failure there can be, as far as remedies look at it.
  private static let failures: [ImageError] = ImageError.Code.allCases.flatMap { code in
    ImageError.Stage.allCases.flatMap { stage in
      ([nil] + ImageError.LimitName.allCases).flatMap { limit in
        [nil, "what the library says"].map { remedy in
          var error = ImageError(code, at: stage, "It failed")
          (error.limit, error.remedy) = (limit, remedy)
          return error
        }
      }
    }
  }

  /// Words with dashes in front.
  private static func options(in text: String) -> [Substring] {
    text.split { !($0.isLetter || $0.isNumber || $0 == "-") }.filter { $0.hasPrefix("--") }
  }

  @Test("No command is told of an option that it has not, whatever fails", arguments: Help.commands.map { $0.name })
  func options(name: String) throws {
    let command = try #require(Help.command(name))
    let known = Set(Help.options(of: command).flatMap(\.names))
    let remedies = Remedies(command)
    var named: Set<Substring> = []
    for failure in Self.failures {
      named.formUnion(remedies.text(for: failure).map(Self.options) ?? [])
    }
    #expect(named.contains("--config"))
    #expect(named.allSatisfy { known.contains(String($0)) }, "\(named)")
  }

  @Test("A limit is told with its key and where it is set", arguments: ImageError.LimitName.allCases)
  func limits(limit: ImageError.LimitName) {
    var error = ImageError(.limitExceeded, at: .header, "It is too large")
    error.limit = limit
    #expect(
      Remedies(InfoCommand.self).text(for: error) == "raise limits.\(limit.rawValue) in the file that --config names")
  }

  @Test(
    "A picture that was cut off is taken by an option, in every command that decodes",
    arguments: ["fetch -o b.png", "convert -o b.png", "thumbnail", "show", "sheet -o b.png", "compare a.png"])
  func incomplete(command: String) throws {
    let whole = TinyPNG.filled(width: 60, height: 60, with: [1, 2, 3, 255])
    let tool = try ToolRun(["cut.png": Array(whole.prefix(whole.count / 2)), "a60.png": whole])
    let line = "export XDG_CACHE_HOME=$PWD/cache; lazuli \(command.replacing("a.png", with: "a60.png")) cut.png"
    let refused = tool(line)
    #expect(refused.status == 4 && refused.output.contains("cut.png: "), "\(refused.output)")
    #expect(refused.output.contains("--allow-incomplete takes"), "\(refused.output)")
    let taken = tool(line.replacing("lazuli ", with: "rm -rf cache; lazuli ") + " --allow-incomplete")
    #expect(taken.status == 0, "\(taken.output)")
  }
}
