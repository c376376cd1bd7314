import LazuliCore
import LazuliTestSupport
import Testing

@Suite("URLs made of random pieces")
struct URLFuzzTests {
  private static let pieces = [
    "http:", "https:", "file:", "data:", "x:", "/", "//", "\\", "..", ".", "%2e", "%", "%C3", "?", "#", "@", ":", "[",
    "]", "::", "1", "0x", "08", "C|", "C:", "localhost", "xn--", "xn--ls8h", "ä", "💩", "\u{200D}", "\u{AD}", "。", "-",
    "--", " ", "\t", "\0", "ß", "א", "٣", "ˬ", "\u{308}", "ｘ", "^", "|", "\u{FFFD}", "a", "80", "99999", "~", "'", "\"",
  ]

  @Test("Whatever the pieces, a URL that parses is ASCII and parses to itself")
  func random() throws {
    var generator = SeededGenerator(7)
    var base: ResourceURL?
    for _ in 0..<40_000 {
      let count = Int.random(in: 1...9, using: &generator)
      let start = ["http://", "file:", "x:", ""].randomElement(using: &generator) ?? ""
      let text = start + (0..<count).map { _ in Self.pieces.randomElement(using: &generator) ?? "" }.joined()
      guard let url = try? ResourceURL(text, relativeTo: base) else { continue }
      let serialized = url.serialized
      #expect(serialized.utf8.allSatisfy { 0x20..<0x7F ~= $0 }, "\(text)")
      #expect((try? ResourceURL(serialized)) == url, "\(text) on \(base?.serialized ?? "nothing")")
      base = Bool.random(using: &generator) ? url : nil
    }
  }
}
