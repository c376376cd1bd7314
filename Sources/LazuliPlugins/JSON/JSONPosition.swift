/// A place in a text, counted from 1; columns count bytes.
struct JSONPosition: Sendable, Equatable {
  var line: Int
  var column: Int
}

/// A step into a value.
enum JSONStep: Sendable, Equatable {
  case key(String)
  case index(Int)
}

extension JSONPosition {
  /// Where the value at `path` begins in a text that the parser has accepted; jansson itself tells
  /// positions for errors of syntax only.
  init?(of path: [JSONStep], in text: [UInt8]) {
    var scanner = JSONScanner(text: text)
    for step in path {
      guard scanner.enter(step) else { return nil }
    }
    scanner.skipSpace()
    let before = text.prefix(scanner.index)
    line = before.count { $0 == UInt8(ascii: "\n") } + 1
    column = before.reversed().prefix { $0 != UInt8(ascii: "\n") }.count + 1
  }
}

/// Walks over valid JSON.
private struct JSONScanner {
  let text: [UInt8]
  var index = 0

  private var byte: UInt8 { index < text.count ? text[index] : 0 }

  init(text: [UInt8]) { self.text = text }

  mutating func skipSpace() {
    while [0x20, 0x09, 0x0A, 0x0D].contains(byte), index < text.count { index += 1 }
  }

  /// Goes to the start of a member or element; false when there is none.
  mutating func enter(_ step: JSONStep) -> Bool {
    skipSpace()
    index += 1
    var count = 0
    while index < text.count {
      skipSpace()
      guard byte != UInt8(ascii: "}"), byte != UInt8(ascii: "]") else { return false }
      if isAt(step, count: count) { return true }
      skipValue()
      skipSpace()
      index += 1
      count += 1
    }
    return false
  }

  /// Steps over a key, and says whether the value behind it (or the element here) is the wanted one.
  private mutating func isAt(_ step: JSONStep, count: Int) -> Bool {
    switch step {
    case .index(let wanted): return count == wanted
    case .key(let wanted):
      let start = index
      skipString()
      let key = try? JSONParser.parse(Array("[".utf8) + text[start..<min(index, text.count)] + Array("]".utf8))
      skipSpace()
      index += 1
      return key == .array([.string(wanted)])
    }
  }

  private mutating func skipString() {
    index += 1
    while index < text.count, byte != UInt8(ascii: "\"") {
      index += byte == UInt8(ascii: "\\") ? 2 : 1
    }
    index += 1
  }

  private mutating func skipValue() {
    skipSpace()
    var depth = 0
    repeat {
      switch byte {
      case UInt8(ascii: "\""):
        skipString()
        continue
      case UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
      case UInt8(ascii: "]"), UInt8(ascii: "}"):
        guard depth > 0 else { return }
        depth -= 1
      case UInt8(ascii: ","): if depth == 0 { return }
      default: break
      }
      index += 1
    } while index < text.count
  }
}
