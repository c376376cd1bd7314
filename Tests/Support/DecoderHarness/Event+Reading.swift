import LazuliABI

extension lzl_event {
  /// An answer to a step out of order: nothing has changed.
  public var isRefusal: Bool { kind == LZL_EVENT_ERROR && payload.error.code == LZL_ERROR_INVALID_STATE }

  /// The decoder is done, or in its error state.
  public var isEnd: Bool { kind == LZL_EVENT_DONE || kind == LZL_EVENT_ERROR && !isRefusal }
}

extension lzl_error {
  /// What it says to people.
  public var text: String {
    withUnsafeBytes(of: message) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }
}
