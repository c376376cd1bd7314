/// A command line that cannot be understood.
struct UsageError: Error {
  let message: String

  init(_ message: String, suggestion: String? = nil) {
    self.message = suggestion.map { "\(message); did you mean \($0)?" } ?? message
  }
}
