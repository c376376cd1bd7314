import LazuliPluginKit

/// A JPEG comment as the contract has text: UTF-8, "keyword\0text".
///
/// JPEG names no encoding: what is not UTF-8 is taken as Latin-1.
enum CommentText {
  private static let keyword: StaticString = "Comment\0"

  static func make(from comment: UnsafeRawBufferPointer) -> [UInt8] {
    var text = [UInt8](UnsafeBufferPointer(start: keyword.utf8Start, count: keyword.utf8CodeUnitCount))
    text.reserveCapacity(text.count + comment.count)
    let isUTF8 = isUTF8(comment)
    for byte in comment where byte != 0 {
      if isUTF8 || byte < 0x80 {
        text.append(byte)
      } else {
        text.append(0xC0 | byte >> 6)
        text.append(0x80 | byte & 0x3F)
      }
    }
    return text
  }

  /// The other way round. A comment has no keyword: any other is written in front.
  static func comment(from text: EncodedText) -> [UInt8] {
    let isComment = text.keyword.elementsEqual("Comment".utf8)
    return (isComment ? [] : Array(text.keyword) + Array(": ".utf8)) + Array(text.text)
  }

  private static func isUTF8(_ bytes: UnsafeRawBufferPointer) -> Bool {
    var decoder = UTF8()
    var iterator = bytes.makeIterator()
    while true {
      switch decoder.decode(&iterator) {
      case .scalarValue: continue
      case .emptyInput: return true
      case .error: return false
      }
    }
  }
}
