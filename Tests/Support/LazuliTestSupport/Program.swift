import CTestSystem
import Glibc

/// A program under way; what it prints goes into files.
public final class Program: Sendable {
  /// What became of it.
  public struct Run: Sendable {
    /// As a shell has it: 128 and the signal for one that a signal ended.
    public let status: Int32
    public let bytes: [UInt8]
    public let errorText: String

    public var text: String { String(decoding: bytes, as: UTF8.self) }

    /// Each line of standard output as JSON.
    public func jsonLines() throws -> [TestJSON] {
      try bytes.split(separator: UInt8(ascii: "\n")).map { try TestJSON(parsing: Array($0)) }
    }
  }

  /// Why it could not be started.
  public struct Failure: Error {
    public let program: String
    /// errno
    public let number: Int32
  }

  private let folder: TemporaryFolder
  private let id: pid_t

  /// Starts `words[0]`, a path, with the other words and the bytes of its standard input.
  public init(_ words: [String], input: [UInt8] = [], in directory: String? = nil) throws {
    folder = try TemporaryFolder()
    try folder.write(input, to: "in")
    id = try Self.start(words, folder, directory)
  }

  private static func start(_ words: [String], _ folder: TemporaryFolder, _ directory: String?) throws -> pid_t {
    let names = ["in", "out", "err"].map { strdup(folder.file($0)) } + [directory.flatMap { strdup($0) }]
    let arguments = words.map { strdup($0) } + [nil]
    defer { for text in names + arguments { free(text) } }
    var id = pid_t()
    let number = arguments.withUnsafeBufferPointer { arguments in
      var program = testsys_program(
        words: arguments.baseAddress, input: names[0], output: names[1], errors: names[2], directory: names[3],
        controlled: 0)
      return testsys_start(&program, &id)
    }
    guard number == 0 else { throw Failure(program: words[0], number: number) }
    return id
  }

  /// Ctrl-C.
  public func interrupt() { kill(id, SIGINT) }

  /// Suspends until it has ended; to be asked once.
  public func end() async throws -> Run {
    let id = id
    let status = await BlockingThread.run { testsys_wait(id) }
    return Run(
      status: status, bytes: try TestFile.bytes(at: folder.file("out")),
      errorText: String(decoding: try TestFile.bytes(at: folder.file("err")), as: UTF8.self))
  }
}
