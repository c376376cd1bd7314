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
  /// `nil` for what was made of several.
  var origin: PictureOrigin?

  var json: JSONText {
    let input: [(String, JSONText)] = input.map { [("input", .string($0))] } ?? []
    return .object(
      input + [
        ("ok", true), ("output", .string(output)), ("width", .integer(width)), ("height", .integer(height)),
        ("format", .string(format)), ("bytes", .integer(byteCount)),
      ] + (origin.map { [("origin", .string($0.rawValue))] } ?? []))
  }

  var text: String {
    "\(TerminalText.sanitized(output))  \(width)×\(height) pixels, \(byteCount) bytes"
      + (origin.map { ", from \($0.text)" } ?? "") + "\n"
  }
}

extension CommandContext {
  /// Says that a picture was written. Beside one on standard output there is nothing else.
  func tell(_ picture: WrittenPicture, isQuiet: Bool) {
    guard picture.output != "-" else { return }
    if printsJSON {
      output.write(picture.json.text + "\n")
    } else if !isQuiet {
      output.write(picture.text)
    }
  }
}
