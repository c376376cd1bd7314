import LazuliABI
import LazuliPluginKit

/// A text on its way into the file (PNG third edition, 11.3.3): tEXt holds Latin-1, iTXt everything.
struct TextChunk {
  private let keyword: [UInt8]
  private let text: EncodedText

  /// Throws when PNG has no such keyword.
  init(_ text: EncodedText) throws(PluginError) {
    guard let keyword = Self.latin1(text.keyword), (1...79).contains(keyword.count) else {
      throw .unsupported("A text's keyword is not 1 to 79 characters of Latin-1, as PNG wants it")
    }
    self.keyword = keyword
    self.text = text
  }

  func write(to output: inout PluginOutput) throws(PluginError) {
    if let latin1 = Self.latin1(text.text) {
      try ChunkWriter.write(.text, keyword + [0] + latin1, to: &output)
    } else {
      // Behind the keyword: not compressed, no language, no translated keyword.
      try ChunkWriter.write(.internationalText, keyword + [0, 0, 0, 0, 0], text.text, to: &output)
    }
  }

  /// `nil` where a character is not Latin-1: one byte, or two of which the first is C2 or C3.
  private static func latin1(_ bytes: UnsafeRawBufferPointer) -> [UInt8]? {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      if byte < 0x80 {
        result.append(byte)
      } else {
        index += 1
        guard byte == 0xC2 || byte == 0xC3, index < bytes.count else { return nil }
        result.append(byte << 6 | bytes[index] & 0x3F)
      }
      index += 1
    }
    return result
  }
}
