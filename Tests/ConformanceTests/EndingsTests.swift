import DecoderHarness
import LazuliABI
import LazuliTestSupport
import Testing

extension ConformanceTests {
  @Test("A decoder may be destroyed at any time", arguments: Subject.all)
  func destruction(_ subject: Subject) throws {
    for sample in try subject.fewSamples() {
      for count in try stops(subject, sample) {
        let (decoder, _) = try decoder(after: count, subject, sample)
        try decoder.destroy()
        subject.check(true, sample, "")
      }
    }
  }

  @Test("A decoder that is rewound at any time gives the same again", arguments: Subject.all)
  func rewinding(_ subject: Subject) throws {
    for sample in try subject.fewSamples() {
      let whole = try subject.reference(sample)
      for count in try stops(subject, sample) {
        let (decoder, _) = try decoder(after: count, subject, sample)
        subject.check(try decoder.rewind() == LZL_OK, sample, "rewind after \(count) calls")
        let again = try DecodeWalk.run(decoder, sample.bytes, plan)
        subject.check(again, equals: whole, sample, "rewound after \(count) calls")
        try decoder.destroy()
      }
    }
  }

  @Test("A decoder that failed works again once it is rewound", arguments: Subject.all)
  func rewindingErrors(_ subject: Subject) throws {
    for sample in try subject.fewSamples() {
      let whole = try subject.reference(sample)
      let decoder = try subject.site.makeDecoder(subject.load())
      for divisor in [8, 3, 2] {
        _ = try DecodeWalk.run(decoder, Array(sample.bytes.prefix(sample.bytes.count / divisor)))
        subject.check(try decoder.rewind() == LZL_OK, sample, "rewind after an error")
        subject.check(try DecodeWalk.run(decoder, sample.bytes), equals: whole, sample, "rewound after an error")
        subject.check(try decoder.rewind() == LZL_OK, sample, "rewind after DONE")
      }
      try decoder.destroy()
    }
  }

  @Test("DONE and ERROR are told again and again, and an ERROR answers every other call", arguments: Subject.all)
  func endsStay(_ subject: Subject) throws {
    for sample in try subject.fewSamples() {
      for bytes in [sample.bytes, Array(sample.bytes.prefix(sample.bytes.count / 2))] {
        let decoder = try subject.site.makeDecoder(subject.load())
        let decoding = try DecodeWalk.run(decoder, bytes)
        let first = try decoder.step(flags: 0)
        let second = try decoder.step(flags: LZL_STEP_WANT_PREVIEW)
        subject.check(first.isEnd && first.bytes == second.bytes, sample, "the end is another one the second time")
        let code = decoding.error?.code ?? LZL_ERROR_INVALID_STATE
        subject.check(try decoder.feed([1], flags: 0) == code, sample, "feed behind the end")
        let configuration = lzl_decode_config()
        subject.check(try decoder.configure(configuration) == code, sample, "configure behind the end")
        subject.check(try decoder.setSurface(lzl_surface(), nil) == code, sample, "set_surface behind the end")
        subject.check(try decoder.step(flags: 0).bytes == first.bytes, sample, "the end changed")
        try decoder.destroy()
      }
    }
  }

  private var plan: DecodePlan { DecodePlan(.random(seed: 9)) }

  private func decoder(
    after count: Int, _ subject: Subject, _ sample: Sample
  ) throws -> (any DecoderUnderTest, DecodeWalk) {
    let decoder = try subject.site.makeDecoder(subject.load())
    var walk = DecodeWalk(sample.bytes, plan)
    for _ in 0..<count { _ = try walk.advance(decoder) }
    return (decoder, walk)
  }

  /// After how many calls: each one, or a random choice where there are many.
  private func stops(_ subject: Subject, _ sample: Sample) throws -> [Int] {
    var walk = DecodeWalk(sample.bytes, plan)
    let decoder = try subject.site.makeDecoder(subject.load())
    var count = 1
    while try walk.advance(decoder) { count += 1 }
    try decoder.destroy()
    let most = subject.site == .local ? 120 : 12
    guard count > most else { return Array(0...count) }
    var random = SeededGenerator(UInt64(count))
    return [0, count] + (0..<most).map { _ in Int.random(in: 0...count, using: &random) }
  }
}

extension lzl_event {
  fileprivate var bytes: [UInt8] { withUnsafeBytes(of: self) { Array($0) } }
}
