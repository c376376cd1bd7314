import Lazuli
import Testing

@testable import LazuliTool

@Suite("Pictures by kitty's protocol")
struct KittyTests {
  private let graphics = KittyGraphics(cell: ImageSize(width: 9, height: 20), identifier: 77)

  @Test("A picture comes back to the bit, transparent pixels too", arguments: [(1, 1), (5, 3), (64, 49), (160, 100)])
  func exact(width: Int, height: Int) throws {
    let picture = try TestPictures.picture(width: width, height: height) { x, y in
      (x * 7 & 255, y * 11 & 255, (x ^ y) & 255, (x * y) & 255)
    }
    let placements = KittyReader.placements(in: graphics.drawing(of: picture, isRepaint: false).bytes)
    #expect(placements.map(\.picture) == [ShownPicture(picture)])
  }

  @Test("No control string carries more than 4096 bytes of data, and none wants an answer")
  func chunks() throws {
    let bytes = graphics.drawing(of: try TestPictures.gradient(), isRepaint: false).bytes
    let strings = bytes.split(separator: 0x1B).filter { $0.starts(with: Array("_G".utf8)) }
    #expect(strings.count > 1)
    for string in strings {
      let data = string.drop { $0 != UInt8(ascii: ";") }.dropFirst()
      #expect(data.count <= 4096 && data.count % 4 == 0)
      #expect(String(decoding: string, as: UTF8.self).contains("q=2"))
    }
  }

  @Test("Frames of one picture have one name, so that each takes the place of the one before; pictures have their own")
  func names() throws {
    let picture = try TestPictures.gradient(width: 4, height: 4)
    let both = [false, true].flatMap { graphics.drawing(of: picture, isRepaint: $0).bytes }
    #expect(KittyReader.placements(in: both).map { $0.keys["i"] } == ["77", "77"])
    #expect(KittyGraphics(cell: graphics.cell).identifier != KittyGraphics(cell: graphics.cell).identifier)
  }

  @Test("Base64 is that of RFC 4648, section 10")
  func base64() {
    let pairs = ["": "", "f": "Zg==", "fo": "Zm8=", "foo": "Zm9v", "foob": "Zm9vYg==", "fooba": "Zm9vYmE="]
    for (text, expected) in pairs { #expect(Base64.encoded(Array(text.utf8)) == Array(expected.utf8)) }
  }
}
