import Lazuli

/// A picture that is where it belongs.
struct WrittenPicture: Sendable {
  /// What it was made of; `nil` for several.
  var input: String?
  /// A path, or "-".
  var output: String
  let width: Int
  let height: Int
  /// Of what was read.
  let format: String
  let byteCount: Int
  /// What was wrong with what was read, could not be written, and was not done as asked.
  var warnings: [String] = []
  /// `nil` for what was made of several.
  var origin: PictureOrigin?

  var json: JSONText {
    .object(
      [
        ("input", JSONText(input)), ("ok", true), ("output", .string(output)), ("width", .integer(width)),
        ("height", .integer(height)),
        ("format", .string(format)), ("bytes", .integer(byteCount)),
        ("warnings", .array(warnings.map(JSONText.string))),
      ] + (origin.map { [("origin", .string($0.rawValue))] } ?? []))
  }

  var text: String {
    "\(TerminalText.sanitized(output))  \(width)×\(height) pixels, \(byteCount) bytes"
      + (origin.map { ", from \($0.text)" } ?? "") + "\n"
  }
}

extension CommandContext {
  /// Says that a picture was written, and what was not as asked. Beside one on standard output there is nothing else.
  func tell(_ picture: WrittenPicture, isQuiet: Bool) {
    if printsJSON {
      messages.write(picture.json.text + "\n")
    } else if !isQuiet {
      if picture.output != "-" { output.write(picture.text) }
      for warning in picture.warnings { warn(warning, of: picture.input ?? picture.output) }
    }
  }
}
