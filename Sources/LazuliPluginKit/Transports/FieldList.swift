import LazuliABI

/// Header fields in order, in one piece of memory.
public struct FieldList {
  private struct Entry {
    var name: Range<Int>
    var value: Range<Int>
  }

  private var bytes: [UInt8] = []
  private var entries: [Entry] = []

  public init() {}

  public var count: Int { entries.count }

  /// Bytes of all names and values.
  public var byteCount: Int { bytes.count }

  /// Appends a field.
  public mutating func append<Name: Sequence<UInt8>, Value: Sequence<UInt8>>(_ name: Name, _ value: Value) {
    let start = bytes.count
    bytes.append(contentsOf: name)
    let middle = bytes.count
    bytes.append(contentsOf: value)
    entries.append(Entry(name: start..<middle, value: middle..<bytes.count))
  }

  /// Lengthens the value of the last field.
  public mutating func extendLast<Value: Sequence<UInt8>>(with value: Value) {
    guard let last = entries.last else { return }
    bytes.append(contentsOf: value)
    entries[entries.count - 1].value = last.value.lowerBound..<bytes.count
  }

  public mutating func removeAll() {
    bytes.removeAll()
    entries.removeAll()
  }

  /// Drops the fields whose name answers true.
  public mutating func removeAll(where drops: (ArraySlice<UInt8>) -> Bool) {
    entries.removeAll { drops(bytes[$0.name]) }
  }

  public func name(at index: Int) -> ArraySlice<UInt8> { bytes[entries[index].name] }

  public func value(at index: Int) -> ArraySlice<UInt8> { bytes[entries[index].value] }

  /// The fields in the layout of the contract, valid within `body`.
  func withCFields(_ body: (UnsafeBufferPointer<lzl_field>) -> Void) {
    bytes.withUnsafeBufferPointer { memory in
      let fields = entries.map { entry in
        lzl_field(name: memory.part(entry.name), value: memory.part(entry.value))
      }
      fields.withUnsafeBufferPointer(body)
    }
  }
}

extension UnsafeBufferPointer<UInt8> {
  fileprivate func part(_ range: Range<Int>) -> lzl_bytes {
    lzl_bytes(data: baseAddress.map { $0 + range.lowerBound }, size: UInt64(range.count))
  }
}
