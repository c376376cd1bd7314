import Lazuli

/// What became of one picture.
struct FetchResult: Sendable {
  let input: String
  let output: String
  let width: Int
  let height: Int
  let format: String
  let byteCount: Int

  var json: JSONText {
    .object([
      ("input", .string(input)), ("ok", true), ("output", .string(output)), ("width", .integer(width)),
      ("height", .integer(height)), ("format", .string(format)), ("bytes", .integer(byteCount)),
    ])
  }
}
