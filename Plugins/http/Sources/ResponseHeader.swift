import LazuliABI
import LazuliPluginKit

/// The header of a response, line by line; 1xx responses in front of it are skipped, trailers behind it too.
struct ResponseHeader {
  private static let maximumByteCount = 256 << 10
  private static let maximumFieldCount = 1000

  private enum State {
    case statusLine, fields, complete
  }

  private var state = State.statusLine
  private var status: UInt32 = 0
  private var version: UInt32 = 0
  private var fields = FieldList()

  /// Takes a line with its end; answers true once: when the header of the final response is complete.
  mutating func take(_ line: UnsafeBufferPointer<UInt8>) throws(PluginError) -> Bool {
    let text = line.withoutLineEnd
    switch state {
    case .complete: return false
    case .statusLine:
      try takeStatus(text)
      state = .fields
      return false
    case .fields where text.isEmpty:
      state = status / 100 == 1 ? .statusLine : .complete
      if state == .statusLine { fields.removeAll() }
      return state == .complete
    case .fields:
      try takeField(text)
      return false
    }
  }

  /// The complete header as a response.
  ///
  /// `isBodyless`: the request was a HEAD; `decodesContent`: content codings have been undone.
  func response(isBodyless: Bool, decodesContent: Bool) throws(PluginError) -> PluginResponse {
    var response = PluginResponse()
    response.status = status
    response.protocolVersion = version
    response.fields = fields
    let isEncoded = decodesContent && isContentEncoded
    if isEncoded {
      response.fields.removeAll { $0.matches("content-encoding") || $0.matches("content-length") }
    }
    if isBodyless || status == 204 || status == 304 {
      response.expectedByteCount = 0
    } else if let length = try contentLength {
      response.expectedByteCount = isEncoded ? LZL_UNKNOWN : length
    } else {
      response.endsByClose = version < 20 && !has("transfer-encoding")
    }
    return response
  }

  private mutating func takeStatus(_ text: Slice<UnsafeBufferPointer<UInt8>>) throws(PluginError) {
    let parts = text.split(separator: UInt8(ascii: " "), maxSplits: 2, omittingEmptySubsequences: true)
    guard parts.count >= 2, parts[0].starts(with: "HTTP/".utf8), parts[1].count == 3,
      let code = parts[1].decimal, code >= 100, let version = Self.version(parts[0].dropFirst(5))
    else { throw PluginError(LZL_ERROR_PROTOCOL, "The server's answer does not begin with a status line of HTTP") }
    status = UInt32(clamping: code)
    self.version = version
  }

  /// "1.1" is 11, "2" is 20.
  private static func version(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> UInt32? {
    let parts = text.split(separator: UInt8(ascii: "."), maxSplits: 1)
    guard let first = parts.first, let major = first.decimal, major < 10 else { return nil }
    guard parts.count > 1 else { return UInt32(major) * 10 }
    guard let minor = parts[1].decimal, minor < 10 else { return nil }
    return UInt32(major * 10 + minor)
  }

  private mutating func takeField(_ text: Slice<UnsafeBufferPointer<UInt8>>) throws(PluginError) {
    if let first = text.first, first == UInt8(ascii: " ") || first == UInt8(ascii: "\t") {
      fields.extendLast(with: [UInt8(ascii: " ")] + text.trimmed)
    } else if let colon = text.firstIndex(of: UInt8(ascii: ":")) {
      fields.append(text[..<colon].trimmed, text[text.index(after: colon)...].trimmed)
    }
    guard fields.byteCount <= Self.maximumByteCount, fields.count <= Self.maximumFieldCount else {
      throw PluginError(LZL_ERROR_PROTOCOL, "The header of the response is too large")
    }
  }

  private func has(_ name: StaticString) -> Bool {
    for index in 0..<fields.count where fields.name(at: index).matches(name) { return true }
    return false
  }

  private var isContentEncoded: Bool {
    for index in 0..<fields.count where fields.name(at: index).matches("content-encoding") {
      let value = fields.value(at: index)
      if !value.isEmpty && !value.matches("identity") { return true }
    }
    return false
  }

  /// `nil` when there is none that counts; all that are given have to agree.
  private var contentLength: UInt64? {
    get throws(PluginError) {
      guard !has("transfer-encoding") else { return nil }
      var length: UInt64?
      for index in 0..<fields.count where fields.name(at: index).matches("content-length") {
        for part in fields.value(at: index).split(separator: UInt8(ascii: ",")) {
          let value = part.trimmed.decimal
          guard let value, value == length ?? value else {
            throw PluginError(LZL_ERROR_PROTOCOL, "The response says in two ways, or wrongly, how long it is")
          }
          length = value
        }
      }
      return length
    }
  }
}

extension UnsafeBufferPointer<UInt8> {
  fileprivate var withoutLineEnd: Slice<UnsafeBufferPointer<UInt8>> {
    var text = self[...]
    if text.last == UInt8(ascii: "\n") { text = text.dropLast() }
    if text.last == UInt8(ascii: "\r") { text = text.dropLast() }
    return text
  }
}

extension BidirectionalCollection<UInt8> where SubSequence: BidirectionalCollection<UInt8> {
  /// Without spaces and tabs at either end.
  fileprivate var trimmed: SubSequence {
    var rest = self[...]
    while let byte = rest.first, byte == 0x20 || byte == 0x09 { rest = rest.dropFirst() }
    while let byte = rest.last, byte == 0x20 || byte == 0x09 { rest = rest.dropLast() }
    return rest
  }

  /// The number that the digits are, `nil` when they are none.
  fileprivate var decimal: UInt64? {
    var value: UInt64 = 0
    for byte in self {
      guard byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") else { return nil }
      let (product, isTooLarge) = value.multipliedReportingOverflow(by: 10)
      let (sum, overflows) = product.addingReportingOverflow(UInt64(byte - UInt8(ascii: "0")))
      guard !isTooLarge, !overflows else { return nil }
      value = sum
    }
    return isEmpty ? nil : value
  }

  /// Compared without case; `name` is in lower case.
  fileprivate func matches(_ name: StaticString) -> Bool {
    let wanted = UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount)
    return elementsEqual(wanted) { byte, letter in
      (byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z") ? byte | 0x20 : byte) == letter
    }
  }
}
