import DecoderHarness
import LazuliABI
import Testing

/// A codec at a place: what every rule is held against.
struct Subject: Sendable, CustomTestStringConvertible {
  let name: String
  let format: String
  let library: String
  let site: DecoderSite

  var testDescription: String { "\(name) \(site)" }

  static let codecs = [("png", "libLazuliPNG.so"), ("jpeg", "libLazuliJPEG.so"), ("gif", "libLazuliGIF.so")]

  /// Full Swift needs its runtime, which the peer does not have.
  static let all =
    codecs.flatMap { name, library in
      DecoderSite.allCases.map { Subject(name: name, format: name, library: library, site: $0) }
    } + [
      Subject(name: "dots-embedded", format: "dots", library: "libTestDotsEmbedded.so", site: .local),
      Subject(name: "dots-embedded", format: "dots", library: "libTestDotsEmbedded.so", site: .remote),
      Subject(name: "dots-c", format: "dots", library: "libTestDotsC.so", site: .local),
      Subject(name: "dots-c", format: "dots", library: "libTestDotsC.so", site: .remote),
      Subject(name: "dots-swift", format: "dots", library: "libTestDotsSwift.so", site: .local),
    ]

  static let local = all.filter { $0.site == .local }
  static let remote = all.filter { $0.site == .remote }

  func load() throws -> LoadedDecoder { try LoadedDecoder(library: library, format: format) }

  func samples() throws -> [Sample] { format == "dots" ? Sample.dots : try Sample.fixtures(format) }

  /// Fewer where each call is a message.
  func fewSamples() throws -> [Sample] {
    let samples = try samples()
    guard site == .remote else { return samples }
    return samples.enumerated().filter { $0.offset % 3 == 0 }.map(\.element)
  }

  /// Files of other people.
  func cases() throws -> [Sample] {
    switch format {
    case "png":
      try Sample.cases("png/pngsuite", endingWith: ".png", every: 12)
        + Sample.cases("png/apng", endingWith: ".png", every: 9)
    case "jpeg": try Sample.cases("jpeg/reftest", endingWith: "", every: 5)
    case "gif": try Sample.cases("gif/pygif", endingWith: ".gif", every: 8)
    default: []
    }
  }

  /// Counts a claim and records an issue when it is false.
  func check(
    _ claim: Bool, _ sample: Sample, _ message: @autoclosure () -> String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    Tally.current.count(name, isPassed: claim)
    guard !claim else { return }
    Issue.record("\(testDescription), \(sample.name): \(message())", sourceLocation: sourceLocation)
  }

  /// A decoding which has to be equal to another one.
  func check(
    _ decoding: Decoding, equals expected: Decoding, _ sample: Sample, _ how: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let difference = decoding.difference(from: expected)
    check(difference == nil, sample, "\(how): \(difference ?? "")", sourceLocation: sourceLocation)
  }

  /// One decoder from `create` to `destroy`.
  func decode(
    _ bytes: [UInt8], _ plan: DecodePlan = DecodePlan(), limits: lzl_limits = .unlimited
  ) throws -> Decoding {
    let decoder = try site.makeDecoder(load(), limits: limits)
    let decoding = try DecodeWalk.run(decoder, bytes, plan)
    try decoder.destroy()
    return decoding
  }

  /// The whole file, which has to be right.
  func reference(_ sample: Sample) throws -> Decoding {
    let decoding = try decode(sample.bytes)
    let violations = decoding.violations.joined(separator: "; ")
    check(decoding.isWhole && violations.isEmpty, sample, "the whole file: \(decoding.marks.last ?? "") \(violations)")
    return decoding
  }
}
