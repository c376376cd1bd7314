import DecoderHarness
import LazuliABI
import Testing

extension ConformanceTests {
  @Test("Two decoders that take turns give what each gives alone", arguments: Subject.all)
  func turns(_ subject: Subject) throws {
    let samples = try subject.fewSamples()
    for (one, other) in zip(samples, samples.dropFirst() + samples.prefix(1)) {
      let cuts = (Cuts.random(seed: 5), Cuts.random(seed: 6))
      var walks = (DecodeWalk(one.bytes, DecodePlan(cuts.0)), DecodeWalk(other.bytes, DecodePlan(cuts.1)))
      let decoders = (try subject.site.makeDecoder(subject.load()), try subject.site.makeDecoder(subject.load()))
      while !walks.0.isEnded || !walks.1.isEnded {
        _ = try walks.0.advance(decoders.0)
        _ = try walks.1.advance(decoders.1)
      }
      subject.check(walks.0.decoding, equals: try subject.reference(one), one, "in turns with \(other.name)")
      subject.check(walks.1.decoding, equals: try subject.reference(other), other, "in turns with \(one.name)")
    }
  }

  @Test("Decoders on several threads do not disturb each other", arguments: Subject.all)
  func threads(_ subject: Subject) async throws {
    let samples = try subject.fewSamples()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for lane in 0..<2 {
        group.addTask {
          for sample in lane == 0 ? samples : samples.reversed() {
            let whole = try subject.reference(sample)
            let plan = DecodePlan(.random(seed: UInt64(lane)))
            subject.check(try subject.decode(sample.bytes, plan), equals: whole, sample, "on thread \(lane)")
          }
        }
      }
      try await group.waitForAll()
    }
  }

  @Test("A decoder goes on on whatever thread it is called", arguments: Subject.local)
  func movingThreads(_ subject: Subject) async throws {
    for sample in try subject.samples() {
      let moving = MovingWalk(
        walk: DecodeWalk(sample.bytes, DecodePlan(.random(seed: 8))),
        decoder: try subject.site.makeDecoder(subject.load()))
      while try await Task.detached(operation: { try moving.advance() }).value {}
      subject.check(moving.walk.decoding, equals: try subject.reference(sample), sample, "on many threads")
    }
  }
}

/// Handed from thread to thread.
private final class MovingWalk: @unchecked Sendable {
  // One call at a time: each task is awaited before the next one begins.
  var walk: DecodeWalk
  private let decoder: any DecoderUnderTest

  init(walk: DecodeWalk, decoder: any DecoderUnderTest) {
    self.walk = walk
    self.decoder = decoder
  }

  func advance() throws -> Bool { try walk.advance(decoder) }
}
