import LazuliABI

/// The settings of a plugin, checked against its manifest, defaults filled in.
public struct PluginSettings {
  private enum Value {
    case integer(Int64)
    case number(Double)
    case string(String)
  }

  private var items: [(key: [UInt8], value: Value)] = []

  public init() {}

  /// Copies, since the host's memory is valid during `create` only.
  init(_ settings: lzl_settings) {
    for index in 0..<Int(clamping: settings.count) {
      guard let item = settings.items?[index] else { break }
      let key = [UInt8](copying: item.key)
      switch item.type {
      case LZL_SETTING_BOOLEAN, LZL_SETTING_INTEGER: items.append((key, .integer(item.integer)))
      case LZL_SETTING_NUMBER: items.append((key, .number(item.number)))
      case LZL_SETTING_STRING: items.append((key, .string(String(copying: item.string))))
      default: break
      }
    }
  }

  public func integer(_ key: StaticString) -> Int64? {
    if case .integer(let value) = value(of: key) { value } else { nil }
  }

  public func boolean(_ key: StaticString) -> Bool? {
    integer(key).map { $0 != 0 }
  }

  public func number(_ key: StaticString) -> Double? {
    if case .number(let value) = value(of: key) { value } else { nil }
  }

  public func string(_ key: StaticString) -> String? {
    if case .string(let value) = value(of: key) { value } else { nil }
  }

  private func value(of key: StaticString) -> Value? {
    let wanted = UnsafeBufferPointer(start: key.utf8Start, count: key.utf8CodeUnitCount)
    for item in items where item.key.elementsEqual(wanted) { return item.value }
    return nil
  }
}

extension [UInt8] {
  /// Copies bytes that the host owns.
  public init(copying bytes: lzl_bytes) {
    self.init(UnsafeBufferPointer(start: bytes.data, count: Int(clamping: bytes.size)))
  }
}

extension String {
  /// Copies a string that the host owns; what is not UTF-8 is replaced.
  public init(copying bytes: lzl_bytes) {
    self.init(decoding: UnsafeBufferPointer(start: bytes.data, count: Int(clamping: bytes.size)), as: UTF8.self)
  }
}
