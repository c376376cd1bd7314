/// A setting that a plugin has, as its manifest declares it.
public struct SettingDeclaration: Sendable, Hashable {
  public var key: String
  public var type: Kind
  /// `nil`: without a value in `lazuli.json` the plugin is told none.
  public var defaultValue: SettingValue?
  public var minimum: Double?
  public var maximum: Double?
  public var description: String?

  /// Raw values are those of the manifest.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    case boolean, integer, number, string
  }

  /// Why `value` will not do, or `nil`.
  func objection(to value: SettingValue) -> String? {
    guard let number = value.number else { return value.kind == type ? nil : "has to be of type \(type.rawValue)" }
    guard value.kind == type || type == .number else { return "has to be of type \(type.rawValue)" }
    if let minimum, number < minimum { return "is \(number), at least \(minimum) is needed" }
    if let maximum, number > maximum { return "is \(number), at the most \(maximum) is allowed" }
    return nil
  }

  /// The value as the declared type has it: an integer will do for a number.
  func converted(_ value: SettingValue) -> SettingValue {
    if type == .number, let number = value.number { .number(number) } else { value }
  }
}
