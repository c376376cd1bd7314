import LazuliCore

/// A parsed file, which knows how to complain about itself.
final class JSONDocument: Sendable {
  let file: String
  let root: JSONValue
  private let text: [UInt8]
  private let code: ImageError.Code

  /// Parses `text`; errors of the file have this code.
  init(_ text: [UInt8], file: String, code: ImageError.Code) throws(ImageError) {
    self.file = file
    self.text = text
    self.code = code
    do throws(JSONParser.Failure) {
      root = try JSONParser.parse(text)
    } catch {
      throw Self.error(code, file: file, position: error.position, "it is no JSON from here on: \(error.message)")
    }
  }

  var cursor: JSONCursor { JSONCursor(document: self, value: root, path: []) }

  /// An error which names file, line, column and key.
  func error(at path: [JSONStep], _ reason: String) -> ImageError {
    let position = JSONPosition(of: path, in: text)
    return Self.error(code, file: file, position: position, "\(Self.name(path)) \(reason)")
  }

  private static func error(
    _ code: ImageError.Code, file: String, position: JSONPosition?, _ message: String
  ) -> ImageError {
    let place = position.map { ":\($0.line):\($0.column)" } ?? ""
    return ImageError(code, at: .configure, "\(file)\(place): \(message)")
  }

  /// As in `codecs[0].format`.
  private static func name(_ path: [JSONStep]) -> String {
    guard !path.isEmpty else { return "the file" }
    return path.reduce("") { name, step in
      switch step {
      case .key(let key): name.isEmpty ? key : "\(name).\(key)"
      case .index(let index): "\(name)[\(index)]"
      }
    }
  }
}
