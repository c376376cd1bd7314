import Glibc

/// Runs a program as a process of its own, without a shell.
public struct Program {
  /// How a run ended.
  public struct Result {
    /// What it exited with; -1 when a signal ended it.
    public var status: Int32
    public var output: [UInt8]
    /// What was written to standard error.
    public var messages: String
  }

  private let path: String

  public init(_ path: String) {
    self.path = path
  }

  /// Runs it to its end, with nothing to read and an empty environment. Its output may be of any size.
  public func run(_ arguments: [String]) throws -> Result {
    let folder = try Self.temporaryFolder()
    defer { _ = Shell.run("rm -r '\(folder)'") }
    // Files, not pipes: nobody has to empty two of them at once.
    let (output, messages) = ("\(folder)/output", "\(folder)/messages")
    let process = try spawn(arguments, output, messages)
    var status: Int32 = 0
    while waitpid(process, &status, 0) == -1 {
      guard errno == EINTR else { throw TestFileError(path) }
    }
    return Result(
      status: status & 0x7F == 0 ? (status >> 8) & 0xFF : -1, output: try TestFile.bytes(at: output),
      messages: String(decoding: try TestFile.bytes(at: messages), as: UTF8.self))
  }

  private func spawn(_ arguments: [String], _ output: String, _ messages: String) throws -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, output, O_WRONLY | O_CREAT, 0o600)
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, messages, O_WRONLY | O_CREAT, 0o600)
    var words = ([path] + arguments).map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    var process: pid_t = 0
    var environment: [UnsafeMutablePointer<CChar>?] = [nil]
    let error = posix_spawn(&process, path, &actions, nil, &words, &environment)
    guard error == 0 else { throw TestFileError(path, number: error) }
    return process
  }

  private static func temporaryFolder() throws -> String {
    var template = Array("/tmp/lazuli-test-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw TestFileError("/tmp") }
    return String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
