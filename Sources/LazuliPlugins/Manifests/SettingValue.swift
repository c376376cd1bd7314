/// The value of a plugin's setting.
public enum SettingValue: Sendable, Hashable {
  case boolean(Bool)
  case integer(Int64)
  case number(Double)
  case string(String)

  var kind: SettingDeclaration.Kind {
    switch self {
    case .boolean: .boolean
    case .integer: .integer
    case .number: .number
    case .string: .string
    }
  }

  /// The value of what can be compared with a minimum.
  var number: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .number(let value): value
    case .boolean, .string: nil
    }
  }

  /// `nil` for lists, objects and null.
  init?(_ value: JSONValue) {
    switch value {
    case .boolean(let value): self = .boolean(value)
    case .integer(let value): self = .integer(value)
    case .number(let value): self = .number(value)
    case .string(let value): self = .string(value)
    case .null, .array, .object: return nil
    }
  }
}
