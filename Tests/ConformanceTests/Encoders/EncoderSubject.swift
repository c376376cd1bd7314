import DecoderHarness
import LazuliABI
import LazuliTestSupport
import Testing

/// The contract for encoders, held against every codec that has one. Each rule is a file of its own.
@Suite(.tally) struct EncoderConformanceTests {}

/// An encoder, and what it can do.
struct EncoderSubject: Sendable, CustomTestStringConvertible {
  let format: String
  let library: String

  var testDescription: String { format }

  static let all = [
    EncoderSubject(format: "png", library: "libLazuliPNG.so"), .init(format: "jpeg", library: "libLazuliJPEG.so"),
    .init(format: "gif", library: "libLazuliGIF.so"),
  ]
  static let animated = all.filter { $0.format != "jpeg" }

  func table() throws -> UnsafePointer<lzl_encoder_api> {
    try LoadedPlugin(library).table(LZL_ENCODER, format, as: lzl_encoder_api.self)
  }

  func make(
    limits: lzl_limits = .unlimited, _ change: (inout lzl_encoder_options) -> Void = { _ in }
  ) throws -> EncoderUnderTest {
    try EncoderUnderTest(library: library, format: format, limits: limits, change)
  }

  /// The file, which has to be made without a fault.
  func file(
    _ picture: EncodePicture, rowsPerCall: Int? = nil, capacity: Int = 4096,
    _ change: (inout lzl_encoder_options) -> Void = { _ in }
  ) throws -> [UInt8] {
    let encoder = try make(change)
    encoder.capacity = capacity
    check(encoder.encode(picture, rowsPerCall: rowsPerCall), "it fails: \(encoder.error?.text ?? "")")
    check(encoder.violations.isEmpty, encoder.violations.joined(separator: "; "))
    return encoder.file
  }

  /// What the plugin's decoder makes of a file, as RGBA8 or `pixels`.
  func decode(_ file: [UInt8], as pixels: UInt32 = LZL_FORMAT_RGBA8) throws -> Decoding {
    let decoder = try LocalDecoder(LoadedDecoder(library: library, format: format), limits: .unlimited)
    let decoding = try DecodeWalk.run(decoder, file, DecodePlan().with { $0.format = pixels })
    check(decoding.isWhole && decoding.warnings.isEmpty, "it cannot read its own file: \(decoding.marks.last ?? "")")
    return decoding
  }

  func check(_ claim: Bool, _ message: @autoclosure () -> String, sourceLocation: SourceLocation = #_sourceLocation) {
    Tally.current.count("\(format) encoder", isPassed: claim)
    guard !claim else { return }
    Issue.record("\(format): \(message())", sourceLocation: sourceLocation)
  }

  /// A picture of RGBA8 with slopes and edges, and few enough colours for every format.
  static func picture(width: Int = 40, height: Int = 30) -> EncodePicture {
    let pixels = (0..<width * height).flatMap { place -> [UInt8] in
      let (x, y) = (place % width, place / width)
      return [UInt8(x / 4 * 9 & 0xFF), UInt8(y / 3 * 11 & 0xFF), UInt8((x / 8 + y / 8) % 2 * 60), 255]
    }
    return EncodePicture(LZL_FORMAT_RGBA8, width: width, height: height, pixels)
  }
}
