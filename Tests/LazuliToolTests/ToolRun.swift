import Glibc
import LazuliTestSupport

/// Runs the built tool in a folder of its own, which holds a picture, `a.png`.
struct ToolRun: ~Copyable {
  let folder: String

  init() throws {
    folder = "/tmp/lazuli-tool-\(getpid())-\(UInt32.random(in: 0 ... .max))"
    guard mkdir(folder, 0o700) == 0 else { throw ToolRunError(reason: "mkdir \(folder): error \(errno)") }
    let picture =
      "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
    _ = Shell.run("echo \(picture) | base64 -d > \(folder)/a.png")
  }

  deinit { _ = Shell.run("rm -rf \(folder)") }

  /// Runs a line of the shell in the folder, with `lazuli` for the tool.
  func callAsFunction(_ line: String) -> (status: Int32, output: String) {
    Shell.run("cd \(folder) && lazuli() { \(Self.tool) \"$@\"; } && \(line)")
  }

  /// Beside the tests.
  private static var tool: String {
    var buffer = [CChar](repeating: 0, count: 4097)
    let count = max(0, readlink("/proc/self/exe", &buffer, 4096))
    let path = String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return path.split(separator: "/").dropLast().map { "/\($0)" }.joined() + "/lazuli"
  }
}

/// Why a test could not begin.
struct ToolRunError: Error {
  let reason: String
}
