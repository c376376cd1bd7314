import Glibc

/// What the process holds.
struct Usage: Sendable {
  var descriptors = 0
  var threads = 0
  var residentKilobytes = 0

  static var now: Usage {
    Usage(
      descriptors: entries("/proc/self/fd"), threads: entries("/proc/self/task"),
      residentKilobytes: residentPages() * sysconf(Int32(_SC_PAGESIZE)) / 1024)
  }

  func print(_ name: String) {
    Swift.print("\(name): \(descriptors) descriptors, \(threads) threads, \(residentKilobytes) KiB")
  }

  private static func entries(_ folder: String) -> Int {
    guard let stream = opendir(folder) else { return -1 }
    defer { closedir(stream) }
    var count = -2
    while readdir(stream) != nil { count += 1 }
    return count
  }

  private static func residentPages() -> Int {
    guard let file = fopen("/proc/self/statm", "r") else { return -1 }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 128)
    guard fgets(&line, 128, file) != nil else { return -1 }
    let text = String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? -1
  }
}
