import LazuliCore
import Testing

@Suite("Parts of URLs")
struct URLPartsTests {
  @Test("A transport gets neither credentials nor fragment")
  func transportParts() throws {
    let url = try ResourceURL("https://u:p@h:8443/a?q#f")
    #expect(url.withoutCredentialsAndFragment.serialized == "https://h:8443/a?q")
    #expect(url.redacted == "https://h:8443/a?q")
    #expect(url.serialized == "https://u:p@h:8443/a?q#f")
  }

  @Test("A query which is empty stays apart from none")
  func emptyQuery() throws {
    #expect(try ResourceURL("https://h/a?").query == "")
    #expect(try ResourceURL("https://h/a").query == nil)
    #expect(try ResourceURL("https://h/a?#").serialized == "https://h/a?#")
  }

  @Test("Ports: the scheme's own counts as none, and is there to connect to")
  func ports() throws {
    let url = try ResourceURL("https://h:443/")
    #expect(url.port == nil)
    #expect(url.effectivePort == 443)
    #expect(try ResourceURL("http://h:443/").effectivePort == 443)
    #expect(try ResourceURL("custom://h/").effectivePort == nil)
  }

  @Test("Origins are equal when scheme, host and port are")
  func origins() throws {
    let origin = try ResourceURL("https://u@h:443/a").origin
    #expect(try origin == ResourceURL("https://H/b").origin)
    #expect(try origin != ResourceURL("http://h/a").origin)
    #expect(try origin != ResourceURL("https://h:444/a").origin)
    #expect(origin.description == "https://h")
  }

  @Test(
    "The ending is that of the last segment, in lower case",
    arguments: [
      ("https://h/a/B.JPG?x=.gif#.png", "jpg"), ("https://h/a.tar.gz", "gz"), ("https://h/a%2Epng", "png"),
      ("https://h/a.d/b", nil), ("https://h/.png", nil), ("https://h/a.", nil), ("https://h", nil),
      ("data:a.png", nil), ("file:///x.%70ng", "png"),
    ])
  func endings(text: String, ending: String?) throws {
    #expect(try ResourceURL(text).fileExtension == ending)
  }

  @Test("Escapes resolve to bytes, and what is no escape stays")
  func percentDecoding() throws {
    #expect(ResourceURL.percentDecoded("a%FFb%2") == [0x61, 0xFF, 0x62, 0x25, 0x32])
    #expect(ResourceURL.percentDecoded("%%41%4") == Array("%A%4".utf8))
    #expect(try ResourceURL("file:///a%20b").decodedPath == Array("/a b".utf8))
  }

  @Test("Only a path without host and slash is opaque")
  func opaquePaths() throws {
    #expect(try ResourceURL("data:,x").hasOpaquePath)
    #expect(try !ResourceURL("custom:/x").hasOpaquePath)
    #expect(try !ResourceURL("custom://h").hasOpaquePath)
    #expect(try !ResourceURL("file:").hasOpaquePath)
  }
}
