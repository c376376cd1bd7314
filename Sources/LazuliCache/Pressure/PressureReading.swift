/// What the kernel says of want of memory.
///
/// Source: Linux, Documentation/accounting/psi.rst and admin-guide/cgroup-v2.rst (memory.events).
struct PressureReading: Equatable {
  /// Per cent of the last ten seconds in which some work waited for memory.
  var some = 0.0
  /// The same for all work at once.
  var full = 0.0
  /// How often the group met one of its limits so far.
  var limitCount = 0
  /// How often it could have no memory at all so far.
  var outOfMemoryCount = 0

  /// What is missing or cannot be read counts as no pressure.
  init(pressure: String = "", events: String = "") {
    for line in pressure.split(separator: "\n") {
      let words = line.split(separator: " ")
      let average = words.lazy.filter { $0.hasPrefix("avg10=") }.compactMap { Double($0.dropFirst(6)) }.first ?? 0
      if words.first == "some" { some = average }
      if words.first == "full" { full = average }
    }
    for line in events.split(separator: "\n") {
      let words = line.split(separator: " ")
      guard words.count == 2, let count = Int(words[1]) else { continue }
      if ["high", "max"].contains(words[0]) { limitCount += count }
      if words[0] == "oom" { outOfMemoryCount += count }
    }
  }
}
