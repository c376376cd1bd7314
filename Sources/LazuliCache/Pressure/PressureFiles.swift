internal import Glibc

/// Where the kernel says how badly memory is wanted.
struct PressureFiles {
  /// In the form of pressure stall information.
  var pressure: String
  /// What happened to a control group.
  var events: String?
  /// Whether the kernel takes a threshold and wakes up who waits for it to be passed.
  var takesThreshold = true

  /// Of this process's own control group where it has one (version 2), of the machine otherwise; `nil`: the
  /// kernel says nothing.
  static var standard: PressureFiles? {
    let line = read("/proc/self/cgroup")?.split(separator: "\n").first { $0.hasPrefix("0::/") }
    if let group = line?.dropFirst(3), group != "/" {
      let folder = "/sys/fs/cgroup\(group)"
      let files = PressureFiles(pressure: "\(folder)/memory.pressure", events: "\(folder)/memory.events")
      if read(files.pressure) != nil { return files }
    }
    return read(machine.pressure) == nil ? nil : machine
  }

  private static let machine = PressureFiles(pressure: "/proc/pressure/memory")

  var reading: PressureReading {
    PressureReading(pressure: Self.read(pressure) ?? "", events: events.flatMap(Self.read) ?? "")
  }

  /// These files are small, and what they hold is made when they are read.
  private static func read(_ path: String) -> String? {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = Glibc.read(file, &bytes, bytes.count)
    return count < 0 ? nil : String(decoding: bytes[..<count], as: UTF8.self)
  }
}
