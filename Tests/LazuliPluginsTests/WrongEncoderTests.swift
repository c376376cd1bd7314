import LazuliCore
import LazuliPlugins
import Testing

@Suite("Encoders which break the contract")
struct WrongEncoderTests {
  private func encode(quality: Int) throws -> [UInt8] {
    let folder = PluginFolder()
    folder.add("wrong", manifest: TestManifests.wrong(), product: "TestWrong")
    let provider = try folder.catalog().encoder(for: "wrong")
    #expect(provider.formats == [.gray8])
    var options = EncoderOptions()
    options.quality = quality
    let encoder = try provider.makeEncoder(options, limits: .init())
    var output: [UInt8] = []
    func drain() throws -> Bool { try encoder.drain { output += $0 } }
    try encoder.begin(EncoderImage(width: 2, height: 2, format: .gray8))
    _ = try drain()
    try encoder.frame(FrameInformation(index: 0, rectangle: .init(x: 0, y: 0, width: 2, height: 2)))
    _ = try drain()
    let layout = try #require(PixelLayout(width: 2, height: 2, format: .gray8))
    try encoder.rows(PixelBufferPool().surface(layout).freeze())
    _ = try drain()
    try encoder.finish()
    #expect(try drain())
    return output
  }

  @Test("Without a fault all that it writes arrives")
  func well() throws {
    #expect(try encode(quality: 100) == Array("xxxx".utf8))
  }

  static let faults = [
    (quality: 1, says: "65537 bytes in a buffer of 65536"), (2, "done before finish"), (3, "more behind finish"),
    (4, "no progress"), (5, "event 2"), (6, "tells of none"), (8, "0 bytes in a buffer"),
  ]

  @Test("Each fault is told by name, and blamed on the plugin", arguments: faults)
  func contained(fault: (quality: Int, says: String)) throws {
    let error = #expect(throws: ImageError.self) { try encode(quality: fault.quality) }
    #expect(error?.code == .pluginMisbehaved)
    #expect(error?.plugin == "org.lazuli.test.wrong")
    #expect(error?.message.contains(fault.says) == true, "\(error?.message ?? "")")
  }

  @Test("An image that the encoder does not take is the caller's fault")
  func refusedImage() {
    let error = #expect(throws: ImageError.self) { try encode(quality: 7) }
    #expect(error?.code == .invalidRequest)
  }
}
