import Glibc

/// Runs a command line of the shell, for tests which ask the tools of the system.
public enum Shell {
  /// The exit status, and what was printed to both outputs.
  public static func run(_ command: String) -> (status: Int32, output: String) {
    guard let pipe = popen("{ \(command); } 2>&1", "r") else { return (-1, "No shell") }
    var output: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while case let count = fread(&buffer, 1, buffer.count, pipe), count > 0 { output += buffer.prefix(count) }
    let status = pclose(pipe)
    return (status & 0x7F == 0 ? (status >> 8) & 0xFF : -1, String(decoding: output, as: UTF8.self))
  }

  /// Whether a program is on the path.
  public static func has(_ program: String) -> Bool { run("command -v \(program)").status == 0 }
}
