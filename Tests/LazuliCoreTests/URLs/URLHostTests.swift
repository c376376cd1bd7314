import LazuliCore
import Testing

@Suite("Hosts of URLs")
struct URLHostTests {
  private func host(_ text: String) throws -> String? { try ResourceURL("http://\(text)/").host }

  @Test(
    "An IPv4 address is understood in every written form",
    arguments: [
      "127.0.0.1", "127.1", "127.0.1", "2130706433", "0x7f000001", "017700000001", "0x7F.0.0.0x1", "0177.0.0.01",
      "127.0.0.1.", "１２７.0.0.1", "127。0。0。1", "%31%32%37.1", "0x7f.1", "127.0x1.",
    ])
  func addressForms(text: String) throws {
    #expect(try host(text) == "127.0.0.1")
    #expect(try ResourceURL("http://\(text)/").hostAddress == .ipv4([127, 0, 0, 1]))
  }

  @Test(
    "A host which ends in a number and is no IPv4 address is refused",
    arguments: [
      "256.0.0.1", "1.2.3.4.5", "1.2.3.08", "1.2.3.0xg.1", "4294967296", "a.1", "1..2",
      "99999999999999999999999",
    ])
  func notAddresses(text: String) {
    #expect(throws: ImageError.self) { try host(text) }
  }

  @Test(
    "An IPv6 address gets its canonical form",
    arguments: [
      ("[::1]", "[::1]"), ("[0:0:0:0:0:0:0:0]", "[::]"), ("[2001:DB8:0:0:1:0:0:1]", "[2001:db8::1:0:0:1]"),
      ("[::ffff:192.168.0.1]", "[::ffff:c0a8:1]"), ("[1:0:2:3:4:5:6:7]", "[1:0:2:3:4:5:6:7]"),
      ("[1:2:3:4:5:6:7::]", "[1:2:3:4:5:6:7:0]"), ("[64:ff9b::8.8.8.8]", "[64:ff9b::808:808]"),
    ])
  func ipv6(text: String, canonical: String) throws {
    #expect(try host(text) == canonical)
  }

  @Test(
    "What is no IPv6 address is refused, zones too",
    arguments: [
      "[fe80::1%25eth0]", "[fe80::1%eth0]", "[1:2:3:4:5:6:7]", "[1:2:3:4:5:6:7:8:9]", "[1::2::3]", "[:1::]", "[1:]",
      "[:::]", "[12345::]", "[::1.2.3]", "[::1.2.3.256]", "[::01.2.3.4]", "[1.2.3.4::]", "[::1", "[]", "[g::]",
      "[1:2:3:4:5:6:7:1.2.3.4]", "[1:2:3:4:5:6:7:8::]",
    ])
  func notIPv6(text: String) {
    #expect(throws: ImageError.self) { try host(text) }
  }

  @Test(
    "International names become ASCII",
    arguments: [
      ("bücher.example", "xn--bcher-kva.example"), ("BÜCHER.example", "xn--bcher-kva.example"),
      ("bu\u{308}cher.example", "xn--bcher-kva.example"), ("faß.de", "xn--fa-hia.de"), ("faẞ.de", "xn--fa-hia.de"),
      ("你好你好", "xn--6qqa088eba"), ("例え。テスト", "xn--r8jz45g.xn--zckzah"), ("ＧＯ.com", "go.com"),
      ("a\u{AD}b.com", "ab.com"), ("XN--BCHER-KVA.example", "xn--bcher-kva.example"),
      ("مثال.إختبار", "xn--mgbh0fb.xn--kgbechtv"), ("r3---sn-x.bücher.de", "r3---sn-x.xn--bcher-kva.de"),
    ])
  func international(text: String, ascii: String) throws {
    #expect(try host(text) == ascii)
  }

  @Test(
    "Symbols and hyphens that IDNA 2008 refuses are legal in URLs",
    arguments: [
      ("💩.la", "xn--ls8h.la"), ("☃.net", "xn--n3h.net"), ("i❤.ws", "xn--i-7iq.ws"), ("i❤️.ws", "xn--i-7iq.ws"),
      ("xn--ls8h.la", "xn--ls8h.la"), ("XN--N3H.net", "xn--n3h.net"), ("-ä", "xn----0fa"), ("ä-", "xn----zfa"),
      ("ab--ä", "xn--ab---ooa"), ("☃ˬ☃", "xn--zra970pba"),
    ])
  func symbols(text: String, ascii: String) throws {
    #expect(try host(text) == ascii)
  }

  @Test(
    "A name that no resolver may be asked for is refused",
    arguments: [
      "a b", "a<b", "a^b", "a|b", "a%00b", "a%", "\u{AD}", "xn--", "xn--a", "xn--pokxncvks", "xn--80", "\u{FFFD}",
      "ä\u{200D}", "ä b", "％４１", "\u{308}a", "xn--ä", "ｘn--ä", "\u{20E3}a", "ä℀", "xn--abc-", "xn--zca\u{E9}",
    ])
  func refused(text: String) {
    #expect(throws: ImageError.self) { try host(text) }
  }

  @Test("A hostile label takes no time")
  func hostile() {
    let encoded = "xn--" + String(repeating: "9", count: 200_000)
    let plain = String(repeating: "ä", count: 200_000)
    #expect(throws: ImageError.self) { try host(encoded) }
    #expect(throws: ImageError.self) { try host(plain) }
  }

  @Test("The host of another scheme is opaque, its address is judged all the same")
  func opaque() throws {
    let url = try ResourceURL("custom://0x7f.1/a")
    #expect(url.host == "0x7f.1")
    #expect(url.hostAddress == .ipv4([127, 0, 0, 1]))
  }
}
