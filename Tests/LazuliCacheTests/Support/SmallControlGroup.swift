import Glibc
import LazuliTestSupport

@testable import LazuliCache

/// A control group with little memory for programs of a test, of whatever version the machine has; wants root.
final class SmallControlGroup: Sendable {
  /// What tells of want of memory in the group: its own file, or the machine's where groups have none.
  let files: PressureFiles
  private let folder: String

  /// `nil` where none can be made.
  init?(maximumByteCount: Int) {
    let name = "lazuli-test-\(getpid())"
    let second = "/sys/fs/cgroup/\(name)"
    let first = "/sys/fs/cgroup/memory/\(name)"
    if Self.make(second, limit: "memory.max", maximumByteCount) {
      folder = second
      files = PressureFiles(pressure: "\(second)/memory.pressure")
    } else if Self.make(first, limit: "memory.limit_in_bytes", maximumByteCount) {
      folder = first
      files = PressureFiles(pressure: "/proc/pressure/memory")
    } else {
      return nil
    }
    guard access(files.pressure, R_OK | W_OK) == 0 else { return nil }
  }

  deinit { rmdir(folder) }

  /// Starts a shell in the group, which becomes whatever the command says.
  func start(_ command: String) throws -> Program {
    try Program(["/bin/sh", "-c", "echo $$ > '\(folder)/cgroup.procs' && \(command)"])
  }

  func killAll() {
    let processes = (try? TestFile.bytes(at: "\(folder)/cgroup.procs")) ?? []
    for line in processes.split(separator: UInt8(ascii: "\n")) {
      if let id = pid_t(String(decoding: line, as: UTF8.self)), id > 0 { kill(id, SIGKILL) }
    }
  }

  private static func make(_ folder: String, limit: String, _ byteCount: Int) -> Bool {
    guard mkdir(folder, 0o755) == 0 else { return false }
    let file = open("\(folder)/\(limit)", O_WRONLY | O_CLOEXEC)
    let text = "\(byteCount)"
    let isLimited = file >= 0 && write(file, text, text.utf8.count) > 0
    if file >= 0 { close(file) }
    if !isLimited { rmdir(folder) }
    return isLimited
  }
}
