import LazuliCore
import LazuliPlugins
import LazuliTestSupport
import Testing

@Suite("Colour profiles through the door")
struct ColorProfileTests {
  @Test("A profile that is announced ahead of the header stands in the header")
  func header() throws {
    guard let cases = Cases.folder("jpeg/reftest") else { return }
    let catalog = PluginCatalog()
    var (withProfile, total) = (0, 0)
    for name in try cases.names(endingWith: ".jpg") {
      let bytes = try cases.bytes(name)
      guard bytes.firstRange(of: Array("ICC_PROFILE\0".utf8)) != nil else { continue }
      let provider = try catalog.decoders(for: Array(bytes.prefix(64)), hint: .init())[0]
      let decoding = Decoding(try provider.makeDecoder(limits: .init()), bytes)
      let headers = decoding.events.compactMap { event in
        if case .header(let header) = event { header } else { nil }
      }
      guard let header = headers.first else { continue }
      total += 1
      if let profile = header.color.iccProfile, profile.count >= 128 { withProfile += 1 }
    }
    print("Profiles in headers: \(withProfile) of \(total)")
    #expect(withProfile == total)
  }
}
