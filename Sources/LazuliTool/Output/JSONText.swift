/// A JSON value, for writing.
indirect enum JSONText: ExpressibleByBooleanLiteral {
  case null
  case boolean(Bool)
  case integer(Int)
  case number(Double)
  case string(String)
  case array([JSONText])
  /// Members in this order.
  case object([(String, JSONText)])

  init(booleanLiteral value: Bool) { self = .boolean(value) }

  init(_ value: String?) { self = value.map(JSONText.string) ?? .null }
  init(_ value: Int?) { self = value.map(JSONText.integer) ?? .null }
  init(_ value: Double?) { self = value.map(JSONText.number) ?? .null }

  /// In one line.
  var text: String {
    switch self {
    case .null: "null"
    case .boolean(let value): value ? "true" : "false"
    case .integer(let value): String(value)
    case .number(let value): value.isFinite ? "\(value)" : "null"
    case .string(let value): Self.quoted(value)
    case .array(let values): "[" + values.map(\.text).joined(separator: ",") + "]"
    case .object(let members):
      "{" + members.map { "\(Self.quoted($0.0)):\($0.1.text)" }.joined(separator: ",") + "}"
    }
  }

  /// By RFC 8259; what a terminal would act on is escaped too.
  private static func quoted(_ string: String) -> String {
    var result = "\""
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\t": result += "\\t"
      case _ where scalar.value < 0x20 || (0x7F..<0xA0).contains(scalar.value):
        let hex = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}
