import LazuliABI

/// A text for a file that is being encoded: valid as long as the image it was taken from.
public struct EncodedText {
  /// UTF-8, without a NUL; not checked.
  public let keyword: UnsafeRawBufferPointer
  /// UTF-8, without a NUL; not checked.
  public let text: UnsafeRawBufferPointer

  /// `nil` when there is no NUL between keyword and text, or a second one.
  init?(_ bytes: lzl_bytes) {
    let bytes = UnsafeRawBufferPointer(start: bytes.data, count: bytes.data == nil ? 0 : Int(clamping: bytes.size))
    guard let end = bytes.firstIndex(of: 0) else { return nil }
    keyword = UnsafeRawBufferPointer(rebasing: bytes[..<end])
    text = UnsafeRawBufferPointer(rebasing: bytes[(end + 1)...])
    guard !text.contains(0) else { return nil }
  }
}

extension lzl_encode_image {
  /// What `texts` holds, which the kit has checked.
  public var encodedTexts: [EncodedText] {
    UnsafeBufferPointer(start: texts, count: texts == nil ? 0 : Int(clamping: text_count)).compactMap(EncodedText.init)
  }

  /// Whether each text is a keyword, a NUL and the text.
  var hasOnlyRightTexts: Bool {
    encodedTexts.count == Int(clamping: text_count)
  }
}
