import Testing

/// Counts the cases of one kind: prints how many passed, and makes an issue of each that did not.
struct Tally {
  let name: String
  private var passedCount = 0
  private var failures: [(file: String, reasons: [String])] = []

  init(_ name: String) {
    self.name = name
  }

  /// Counts a case; it passed if there is nothing to object.
  mutating func add(_ file: String, _ objections: [String]) {
    if objections.isEmpty {
      passedCount += 1
    } else {
      failures.append((file, objections))
    }
  }

  /// Prints "NAME: passed of total", and fails for the rest. That there are cases is a condition as well.
  consuming func finish(sourceLocation: SourceLocation = #_sourceLocation) {
    print("\(name): \(passedCount) of \(passedCount + failures.count)")
    #expect(passedCount > 0, "\(name): there are no cases", sourceLocation: sourceLocation)
    for (file, reasons) in failures {
      Issue.record("\(name), \(file): \(reasons.joined(separator: "; "))", sourceLocation: sourceLocation)
    }
  }
}
