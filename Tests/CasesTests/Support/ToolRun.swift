import CTestSystem
import Glibc
import LazuliPlugins
import LazuliTestSupport

/// The command `lazuli` of the build folder, run to its end with nothing to read.
struct ToolRun {
  /// 128 and the signal when one ended it.
  let status: Int32
  let output: [UInt8]
  /// What was written to standard error.
  let messages: String

  init(_ arguments: [String]) throws {
    let build = PluginSearchPath.standard(for: Configuration()).places.first { $0.origin == .build }?.path
    let name = "/tmp/lazuli-cases-\(UInt64.random(in: 0 ... .max))"
    // Files, not pipes: nobody has to empty two of them at once.
    let (outputFile, messageFile) = (name + ".output", name + ".messages")
    defer {
      TestFile.remove(outputFile)
      TestFile.remove(messageFile)
    }
    status = try Self.run(["\(build ?? "")/lazuli"] + arguments, outputFile, messageFile)
    output = try TestFile.bytes(at: outputFile)
    messages = String(decoding: try TestFile.bytes(at: messageFile), as: UTF8.self)
  }

  private static func run(_ words: [String], _ output: String, _ messages: String) throws -> Int32 {
    let files: [UnsafeMutablePointer<CChar>?] = ["/dev/null", output, messages].map { (path: String) in strdup(path) }
    let words = words.map { strdup($0) } + [nil]
    defer { for text in files + words { free(text) } }
    var process = pid_t()
    let error = words.withUnsafeBufferPointer { words in
      var program = testsys_program(
        words: words.baseAddress, input: files[0], output: files[1], errors: files[2], directory: nil)
      return testsys_start(&program, &process)
    }
    guard error == 0 else { throw Failure(number: error) }
    return testsys_wait(process)
  }

  /// The tool could not be started, for that errno.
  struct Failure: Error {
    let number: Int32
  }
}
