import LazuliABI

/// What a plugin throws; becomes an `LZL_EVENT_ERROR`.
public struct PluginError: Error {
  /// One of `LZL_ERROR_…`.
  public var code: lzl_status
  /// One sentence for people, without the file's name.
  public var message: String
  /// The byte of the input at which it was noticed.
  public var offset: UInt64 = LZL_UNKNOWN
  /// One of `LZL_LIMIT_…`, with `LZL_ERROR_LIMIT_EXCEEDED`.
  public var limit: UInt32 = 0
  /// What the input would have needed, with a limit.
  public var needed: UInt64 = LZL_UNKNOWN
  /// The library's own code, or errno.
  public var libraryCode: Int64 = 0
  /// Whether the rows given so far are worth showing.
  public var arePixelsUsable = false

  public init(_ code: lzl_status, _ message: String) {
    self.code = code
    self.message = message
  }

  /// The input is damaged.
  public static func corrupt(_ message: String, at offset: UInt64 = LZL_UNKNOWN) -> PluginError {
    var error = PluginError(LZL_ERROR_CORRUPT, message)
    error.offset = offset
    return error
  }

  /// The input ended too early.
  public static func truncated(_ message: String, at offset: UInt64 = LZL_UNKNOWN) -> PluginError {
    var error = PluginError(LZL_ERROR_TRUNCATED, message)
    error.offset = offset
    return error
  }

  /// One of `LZL_LIMIT_…` would be exceeded.
  public static func limit(_ limit: UInt32, needed: UInt64, _ message: String) -> PluginError {
    var error = PluginError(LZL_ERROR_LIMIT_EXCEEDED, message)
    error.limit = limit
    error.needed = needed
    return error
  }

  /// The same error, with the pixels so far declared worth showing.
  public func withUsablePixels(_ areUsable: Bool = true) -> PluginError {
    var error = self
    error.arePixelsUsable = areUsable
    return error
  }

  /// As the contract has it.
  var cValue: lzl_error {
    var value = lzl_error()
    value.code = code
    value.limit = limit
    value.flags = arePixelsUsable ? LZL_ERROR_FLAG_PIXELS_USABLE : 0
    value.library_code = libraryCode
    value.offset = offset
    value.needed = needed
    withUnsafeMutableBytes(of: &value.message) { buffer in
      copyTruncated(message, to: buffer)
    }
    return value
  }
}

/// Copies whole characters only, and leaves the NUL at the end.
private func copyTruncated(_ text: String, to buffer: UnsafeMutableRawBufferPointer) {
  var end = 0
  for byte in text.utf8 {
    guard end < buffer.count - 1 else { break }
    buffer[end] = byte
    end += 1
  }
  guard end == buffer.count - 1 else { return }
  while end > 0, buffer[end - 1] & 0xC0 == 0x80 { end -= 1 }
  if end > 0, buffer[end - 1] >= 0xC0 { end -= 1 }
  for index in end..<buffer.count { buffer[index] = 0 }
}
