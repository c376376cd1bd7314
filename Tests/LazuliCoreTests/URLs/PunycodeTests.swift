import Testing

@testable import LazuliCore

@Suite("Punycode")
struct PunycodeTests {
  /// From RFC 3492, section 7.1.
  private static let samples: [(String, String)] = [
    ("ليهمابتكلموشعربي؟", "egbpdaj6bu4bxfgehfvwxn"),
    ("他们为什么不说中文", "ihqwcrb4cv8a8dqg056pqjye"),
    ("Pročprostěnemluvíčesky", "Proprostnemluvesky-uyb24dma41a"),
    ("なぜみんな日本語を話してくれないのか", "n8jok5ay5dzabd5bym9f0cm5685rrjetr6pdxa"),
    ("TạisaohọkhôngthểchỉnóitiếngViệt", "TisaohkhngthchnitingVit-kjcr8268qyxafd2f1b9g"),
    ("3年B組金八先生", "3B-ww4c5e180e575a65lsy2b"),
    ("Hello-Another-Way-それぞれの場所", "Hello-Another-Way--fc4qua05auwb3674vfr0b"),
    ("そのスピードで", "d9juau41awczczp"),
    ("-> $1.00 <-", "-> $1.00 <--"),
  ]

  @Test("The samples of RFC 3492 are encoded and decoded", arguments: samples)
  func codes(text: String, encoded: String) {
    #expect(String(decoding: Punycode.encode(Array(text.unicodeScalars)), as: UTF8.self) == encoded)
    #expect(Punycode.decode(Array(encoded.utf8)[...]) == Array(text.unicodeScalars))
  }

  @Test("What no label encodes to is refused", arguments: ["a-b-é", "99999999", "0", "zzzzzzzzzzzzzzzzzzzz9", "-9"])
  func malformed(text: String) {
    #expect(Punycode.decode(Array(text.utf8)[...]) == nil)
  }
}
