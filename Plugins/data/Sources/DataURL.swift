import CLazuliData
import LazuliABI
import LazuliPluginKit

/// The data: URL processor of the Fetch Standard.
enum DataURL {
  /// Media types are short; this one only has to be bounded.
  private static let maximumMediaTypeByteCount = 8192

  /// Makes a block that holds what is behind "data:" one that holds the body.
  static func decode(_ block: inout BodyBlock) throws(PluginError) -> MediaType {
    let bytes = block.bytes.assumingMemoryBound(to: UInt8.self)
    let content = UnsafeBufferPointer(start: bytes, count: block.count)
    guard let comma = content.firstIndex(of: UInt8(ascii: ",")) else {
      throw PluginError(LZL_ERROR_INVALID_ARGUMENT, "The data URL has no comma between media type and data")
    }
    guard comma <= maximumMediaTypeByteCount else {
      throw PluginError(LZL_ERROR_INVALID_ARGUMENT, "The media type of the data URL is longer than 8 KiB")
    }
    var header = content[..<comma].trimmed(ASCII.isSpace)
    let body = bytes + comma + 1
    var count = lzldata_percent_decode(body, block.count - comma - 1)
    if let rest = withoutBase64(header) {
      header = rest
      guard lzldata_base64_decode(body, &count) else {
        throw PluginError(LZL_ERROR_INVALID_ARGUMENT, "The data URL says that it is base64, but it is not")
      }
    }
    let mediaType = mediaType(header)
    block.start = comma + 1
    block.count = count
    return mediaType
  }

  /// What is in front of ";base64", `nil` when it does not end so.
  private static func withoutBase64(_ header: Slice<UnsafeBufferPointer<UInt8>>) -> Slice<UnsafeBufferPointer<UInt8>>? {
    let mark = "base64".utf8
    guard header.count >= mark.count, header.suffix(mark.count).elementsEqual(mark, by: { ASCII.lowercase($0) == $1 })
    else { return nil }
    var rest = header.dropLast(mark.count)
    while rest.last == UInt8(ascii: " ") { rest = rest.dropLast() }
    return rest.last == UInt8(ascii: ";") ? rest.dropLast() : nil
  }

  private static func mediaType(_ header: Slice<UnsafeBufferPointer<UInt8>>) -> MediaType {
    let text = header.first == UInt8(ascii: ";") ? [UInt8]("text/plain".utf8) + header : [UInt8](header)
    return MediaType(parsing: text) ?? MediaType(type: "text", subtype: "plain", charset: "US-ASCII")
  }
}
