import CJansson

/// A JSON value of a test.
public enum TestJSON: Sendable, Hashable {
  case null
  case bool(Bool)
  case integer(Int)
  case real(Double)
  case string(String)
  case array([TestJSON])
  case object([String: TestJSON])

  /// Where a text is not JSON.
  public struct Failure: Error, CustomStringConvertible {
    public let description: String
  }

  /// Parses a text. A lone surrogate, which no UTF-8 can hold, becomes U+FFFD; "\u0000" is legal.
  public init(parsing bytes: [UInt8]) throws {
    let text = LoneSurrogates.replaced(in: bytes)
    var error = json_error_t()
    let flags = JSON_DECODE_ANY | JSON_ALLOW_NUL
    let root = text.withUnsafeBytes {
      json_loadb($0.baseAddress?.assumingMemoryBound(to: CChar.self), $0.count, Int(flags), &error)
    }
    guard let root else {
      let reason = withUnsafeBytes(of: error.text) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      throw Failure(description: "line \(error.line), column \(error.column): \(reason)")
    }
    defer { json_decref(root) }
    self.init(root)
  }

  /// From a borrowed value of jansson.
  private init(_ value: UnsafeMutablePointer<json_t>) {
    self =
      switch value.pointee.type {
      case JSON_OBJECT: .object(Self.members(of: value))
      case JSON_ARRAY: .array((0..<json_array_size(value)).compactMap { json_array_get(value, $0).map(Self.init) })
      case JSON_STRING: .string(Self.text(json_string_value(value), json_string_length(value)))
      case JSON_INTEGER: .integer(Int(json_integer_value(value)))
      case JSON_REAL: .real(json_real_value(value))
      case JSON_TRUE: .bool(true)
      case JSON_FALSE: .bool(false)
      default: .null
      }
  }

  private static func members(of object: UnsafeMutablePointer<json_t>) -> [String: TestJSON] {
    var members: [String: TestJSON] = [:]
    var iterator = json_object_iter(object)
    while let current = iterator {
      let name = String(cString: json_object_iter_key(current))
      members[name] = json_object_iter_value(current).map(Self.init) ?? .null
      iterator = json_object_iter_next(object, current)
    }
    return members
  }

  private static func text(_ start: UnsafePointer<CChar>?, _ count: Int) -> String {
    String(decoding: UnsafeRawBufferPointer(start: start, count: count), as: UTF8.self)
  }
}

extension TestJSON {
  /// A member of an object; `nil` for what is no object or has no such member.
  public subscript(_ name: String) -> TestJSON? {
    if case .object(let members) = self { members[name] } else { nil }
  }

  /// An element of an array; `nil` for what is no array or is shorter.
  public subscript(_ index: Int) -> TestJSON? {
    if case .array(let elements) = self, elements.indices.contains(index) { elements[index] } else { nil }
  }

  public var string: String? { if case .string(let string) = self { string } else { nil } }
  public var integer: Int? { if case .integer(let integer) = self { integer } else { nil } }
  public var bool: Bool? { if case .bool(let bool) = self { bool } else { nil } }
  public var isNull: Bool { self == .null }

  /// A number of either kind.
  public var number: Double? {
    switch self {
    case .integer(let integer): Double(integer)
    case .real(let real): real
    default: nil
    }
  }

  /// The elements of an array; none for anything else.
  public var elements: [TestJSON] { if case .array(let elements) = self { elements } else { [] } }
  /// The members of an object; none for anything else.
  public var members: [String: TestJSON] { if case .object(let members) = self { members } else { [:] } }
}
