import CJansson

/// Parses JSON with jansson, bounded: 64 KiB, shallow, strict UTF-8, no key twice.
enum JSONParser {
  static let maximumByteCount = 64 << 10
  static let maximumDepth = 16

  /// Why a text was not taken.
  struct Failure: Error {
    var message: String
    var position: JSONPosition?
  }

  static func parse(_ text: [UInt8]) throws(Failure) -> JSONValue {
    guard text.count <= maximumByteCount else {
      throw Failure(message: "the file has \(text.count) bytes, more than \(maximumByteCount)")
    }
    guard depth(of: text) <= maximumDepth else {
      throw Failure(message: "lists and objects are nested deeper than \(maximumDepth)")
    }
    var error = json_error_t()
    let root = text.withUnsafeBytes { bytes in
      json_loadb(
        bytes.baseAddress?.assumingMemoryBound(to: CChar.self), bytes.count, size_t(JSON_REJECT_DUPLICATES), &error)
    }
    guard let root else { throw Failure(error) }
    defer { json_decref(root) }
    return JSONValue(root)
  }

  /// How deep a parser goes into the text, which need not be valid: a parser stops no later.
  private static func depth(of text: [UInt8]) -> Int {
    var (depth, deepest, isInString, isEscaped) = (0, 0, false, false)
    for byte in text {
      if isInString {
        if !isEscaped, byte == UInt8(ascii: "\"") { isInString = false }
        isEscaped = !isEscaped && byte == UInt8(ascii: "\\")
        continue
      }
      switch byte {
      case UInt8(ascii: "\""): isInString = true
      case UInt8(ascii: "["), UInt8(ascii: "{"):
        depth += 1
        deepest = max(deepest, depth)
      case UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
      default: break
      }
    }
    return deepest
  }
}

extension JSONParser.Failure {
  fileprivate init(_ error: json_error_t) {
    var error = error
    message = withUnsafeBytes(of: &error.text) { text in
      String(decoding: text.prefix { $0 != 0 }, as: UTF8.self)
    }
    position = error.line > 0 ? JSONPosition(line: Int(error.line), column: Int(error.column)) : nil
  }
}

extension JSONValue {
  /// Recursion is bounded: the parser has checked the depth.
  fileprivate init(_ node: UnsafeMutablePointer<json_t>) {
    switch node.pointee.type {
    case JSON_OBJECT: self = .object(Self.members(of: node))
    case JSON_ARRAY: self = .array((0..<json_array_size(node)).compactMap { json_array_get(node, $0).map(Self.init) })
    case JSON_STRING: self = .string(Self.string(of: node))
    case JSON_INTEGER: self = .integer(Int64(json_integer_value(node)))
    case JSON_REAL: self = .number(json_real_value(node))
    case JSON_TRUE: self = .boolean(true)
    case JSON_FALSE: self = .boolean(false)
    default: self = .null
    }
  }

  private static func members(of node: UnsafeMutablePointer<json_t>) -> [Member] {
    var members: [Member] = []
    var iterator = json_object_iter(node)
    while let current = iterator {
      if let key = json_object_iter_key(current), let value = json_object_iter_value(current) {
        members.append(Member(key: String(cString: key), value: JSONValue(value)))
      }
      iterator = json_object_iter_next(node, current)
    }
    return members
  }

  private static func string(of node: UnsafeMutablePointer<json_t>) -> String {
    guard let start = json_string_value(node) else { return "" }
    let bytes = UnsafeRawBufferPointer(start: start, count: json_string_length(node))
    return String(decoding: bytes, as: UTF8.self)
  }
}
