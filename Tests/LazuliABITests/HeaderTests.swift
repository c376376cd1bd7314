import LazuliTestSupport
import Testing

@Suite("The headers of the contract")
struct HeaderTests {
  static let compilers = [
    (language: "c", command: "cc -std=c11"), ("c", "cc -std=c17"), ("c++", "c++ -std=c++17"), ("c", "clang -std=c11"),
  ]

  @Test("They compile without a warning in each language, together and each for itself", arguments: compilers)
  func compile(compiler: (language: String, command: String)) {
    let program = compiler.command.prefix { $0 != " " }
    guard Shell.has(String(program)) else {
      print("Headers of the contract: no \(program), skipped")
      return
    }
    for header in Headers.names + ["lazuli"] {
      let flags = "-Wall -Wextra -pedantic -Werror -fsyntax-only -x \(compiler.language) -I'\(Headers.folder)'"
      let result = Shell.run("echo '#include <lazuli/\(header).h>' | \(compiler.command) \(flags) -")
      #expect(result.status == 0, "\(header).h: \(result.output)")
    }
  }
}
