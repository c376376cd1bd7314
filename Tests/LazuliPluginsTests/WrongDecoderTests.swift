import LazuliCore
import LazuliPlugins
import Testing

@Suite("Decoders which break the contract")
struct WrongDecoderTests {
  private func decode(
    _ fault: Character, limits: DecodingLimits = .init(), windowHeight: Int? = nil
  ) throws -> Decoding {
    let folder = PluginFolder()
    folder.add("wrong", manifest: TestManifests.wrong(), product: "TestWrong")
    let file = Array("WRNG\(fault)".utf8)
    let providers = try folder.catalog().decoders(for: file, hint: .init())
    return Decoding(try providers[0].makeDecoder(limits: limits), file, windowHeight: windowHeight)
  }

  /// The letter that makes the plugin do it, and what the error has to say.
  static let faults: [(fault: Character, says: String)] = [
    ("B", "0×2 pixels"), ("C", "4294967280×2 pixels"), ("D", "native format, 1"), ("E", "native format, 77"),
    ("F", "samples of 0 bits"), ("G", "0×2 pixels"), ("H", "denominator 0"), ("I", "disposal 9"), ("J", "blend 9"),
    ("K", "code 0"), ("M", "code -5"), ("N", "event 99"), ("O", "event 11"), ("P", "before the header"),
    ("Q", "rows without a surface"), ("R", "where none may begin"), ("S", "behind the final chunk"),
    ("T", "no progress"), ("V", "a header twice"), ("W", "within a frame"),
    ("X", "1099511627776 bytes of metadata"), ("Y", "has 3"), ("Z", "18446744073709551615 bytes of metadata"),
    ("0", "where none may begin"), ("1", "frame 7 within frame 0"), ("2", "rows 1..<3 of 2"),
    ("3", "rows 4294967295..<8589934590 of 2"), ("4", "rows 0..<0 of 2"), ("6", "pass 1 ends behind pass 4"),
    ("7", "counts 18446744073709551615"), ("9", "it counts 0 frames"),
    ("a", "tells of none"), ("b", "rightful call of feed"), ("d", "rightful call of configure"),
  ]

  @Test("Each fault is told by name, and blamed on the plugin", arguments: faults)
  func contained(fault: (fault: Character, says: String)) throws {
    let error = try #require(try decode(fault.fault).failure?.error)
    #expect(error.code == .pluginMisbehaved)
    #expect(error.plugin == "org.lazuli.test.wrong")
    #expect(error.message.contains(fault.says), "\(error.message)")
  }

  @Test(
    "Rows that a window cannot hold, or out of their order, are told",
    arguments: [("f", "2 rows at once into a window of 1"), ("g", "row 1 where row 0 was due")] as [(Character, String)]
  )
  func windows(fault: (fault: Character, says: String)) throws {
    let error = try #require(try decode(fault.fault, windowHeight: 1).failure?.error)
    #expect(error.code == .pluginMisbehaved)
    #expect(error.message.contains(fault.says), "\(error.message)")
    #expect(try decode("h", windowHeight: 1).failure == nil)
  }

  @Test("A decoder whose rows come in any order is given no window")
  func noWindow() throws {
    #expect(try decode("-", windowHeight: 1).failure?.error.code == .internalError)
  }

  @Test("Without a fault the plugin decodes")
  func well() throws {
    let decoding = try decode("-")
    #expect(decoding.failure == nil)
    #expect(decoding.pixels.count == 4)
  }

  @Test("A code that is not known counts as its group, and a message that is no text is cleaned")
  func unknownCode() throws {
    let error = try #require(try decode("L").failure?.error)
    #expect(error.code == .corrupt)
    #expect(error.message.unicodeScalars.allSatisfy { $0 == "\u{FFFD}" })
  }

  @Test(
    "A failing call is told with the error of the next step", arguments: [("c", "corrupt"), ("e", "out-of-memory")])
  func failingCall(fault: (Character, String)) throws {
    #expect(try decode(fault.0).failure?.error.code.rawValue == fault.1)
  }

  @Test("More passes than the limit allows are the file's fault")
  func passes() throws {
    let error = try #require(try decode("5").failure?.error)
    #expect(error.code == .limitExceeded)
    #expect(error.limit == .passes)
  }

  @Test("A create that fails or succeeds without a trace is refused", arguments: ["silent", "nothing"])
  func create(how: String) throws {
    let folder = PluginFolder()
    folder.add("wrong", manifest: TestManifests.wrong(), product: "TestWrong")
    var configuration = Configuration()
    configuration.pluginSettings["org.lazuli.test.wrong"] = ["create": .string(how)]
    let providers = try folder.catalog(configuration).decoders(for: Array("WRNG".utf8), hint: .init())
    let error = #expect(throws: ImageError.self) { try providers[0].makeDecoder(limits: .init()) }
    #expect(error?.code == .pluginMisbehaved)
  }

  @Test("After breaking the contract a decoder gives the same failure, also to rewind")
  func staysDead() throws {
    let folder = PluginFolder()
    folder.add("wrong", manifest: TestManifests.wrong(), product: "TestWrong")
    let file = Array("WRNGN".utf8)
    let decoder = try folder.catalog().decoders(for: file, hint: .init())[0].makeDecoder(limits: .init())
    _ = Decoding(decoder, file)
    guard case .failure(let failure) = decoder.step(wantsPreview: false) else {
      Issue.record("The decoder goes on")
      return
    }
    #expect(failure.error.code == .pluginMisbehaved)
    #expect(throws: ImageError.self) { try decoder.rewind() }
  }

  @Test("Calls of the engine out of order do not reach the plugin")
  func engineOrder() throws {
    let folder = PluginFolder()
    folder.add("wrong", manifest: TestManifests.wrong(), product: "TestWrong")
    let file = Array("WRNG-".utf8)
    let decoder = try folder.catalog().decoders(for: file, hint: .init())[0].makeDecoder(limits: .init())
    let early = #expect(throws: ImageError.self) { try decoder.configure(DecoderConfiguration(format: .gray8)) }
    #expect(early?.code == .internalError)
    try decoder.feed(ByteChunk(file), isFinal: true, isStable: true)
    let twice = #expect(throws: ImageError.self) { try decoder.feed(ByteChunk(file), isFinal: true, isStable: true) }
    #expect(twice?.code == .internalError)
    _ = decoder.step(wantsPreview: false)
    let foreign = #expect(throws: ImageError.self) { try decoder.configure(DecoderConfiguration(format: .rgba16)) }
    #expect(foreign?.code == .internalError)
  }
}
