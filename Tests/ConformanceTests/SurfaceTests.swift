import DecoderHarness
import LazuliABI
import Testing

extension ConformanceTests {
  /// Each decoding checks that nothing outside the rows is written.
  @Test("Rows may lie apart, and what lies between them is left alone", arguments: Subject.all)
  func padding(_ subject: Subject) throws {
    for sample in try subject.fewSamples() {
      let whole = try subject.reference(sample)
      for padding in [0, 8, 64, 1000] {
        let plan = DecodePlan(.random(seed: 11)).with {
          $0.padding = padding
          $0.stepFlags = LZL_STEP_WANT_PREVIEW
        }
        subject.check(try subject.decode(sample.bytes, plan), equals: whole, sample, "\(padding) bytes between rows")
        let half = try subject.decode(Array(sample.bytes.prefix(sample.bytes.count / 2)), plan)
        subject.check(half.violations.isEmpty, sample, "half, \(padding) bytes: \(half.violations)")
      }
    }
  }

  @Test("Frames whose pixels are not wanted come without ROWS", arguments: Subject.all)
  func unwantedPixels(_ subject: Subject) throws {
    for sample in try subject.samples() {
      let whole = try subject.reference(sample)
      for cuts in [Cuts.atRest, .random(seed: 12)] {
        let without = try subject.decode(sample.bytes, DecodePlan(cuts).with { $0.wantsPixels = false })
        subject.check(without.violations.isEmpty && without.isWhole, sample, "no pixels: \(without.violations)")
        subject.check(without.rows.isEmpty, sample, "no pixels: ROWS came")
        subject.check(without.frames.map(\.frame.index) == whole.frames.map(\.frame.index), sample, "other frames")
        subject.check(without.done?.play_count == whole.done?.play_count, sample, "another play count")
        subject.check(Set(without.items.map(\.kind)) == Set(whole.items.map(\.kind)), sample, "other metadata")
      }
    }
  }

  @Test("Frames outside the wanted range give no event", arguments: Subject.all)
  func range(_ subject: Subject) throws {
    for sample in try subject.samples() {
      let whole = try subject.reference(sample)
      let cases = whole.frames.indices.flatMap { first in [1, 2].map { (first: first, count: $0) } }
      for (first, count) in cases + [(first: whole.frames.count, count: 1)] {
        for flags in [0, LZL_DECODE_STOP_EARLY] {
          let plan = DecodePlan(.random(seed: 13)).with {
            $0.firstFrame = UInt32(first)
            $0.frameCount = UInt32(count)
            $0.configurationFlags = flags
          }
          let part = try subject.decode(sample.bytes, plan)
          subject.check(
            part.violations.isEmpty && part.isWhole, sample, "frames \(first) + \(count): \(part.violations)")
          let wanted = whole.frames.dropFirst(first).prefix(count)
          subject.check(
            part.frames.map(\.frame.index) == wanted.map(\.frame.index), sample, "frames \(first) + \(count)")
          subject.check(part.frames.map(\.pixels) == wanted.map(\.pixels), sample, "pixels of \(first) + \(count)")
        }
      }
    }
  }
}
