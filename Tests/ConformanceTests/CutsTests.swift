import DecoderHarness
import LazuliABI
import Testing

extension ConformanceTests {
  @Test("However the input is cut, the same events, pixels and metadata come of it", arguments: Subject.all)
  func cuts(_ subject: Subject) throws {
    for sample in try subject.samples() {
      let whole = try subject.reference(sample)
      for (index, cuts) in [Cuts.single, .bytes, .random(seed: 1), .random(seed: 2)].enumerated() {
        // Another filling each time: a pixel that is not written would differ.
        let plan = DecodePlan(cuts).with { $0.fill = UInt8(17 + index) }
        subject.check(try subject.decode(sample.bytes, plan), equals: whole, sample, "\(cuts)")
      }
    }
  }

  @Test("Previews change no pixel of the finished frame", arguments: Subject.all)
  func previews(_ subject: Subject) throws {
    for sample in try subject.fewSamples() {
      let whole = try subject.reference(sample)
      for cuts in [Cuts.atRest, .bytes, .random(seed: 3)] {
        let plan = DecodePlan(cuts).with { $0.stepFlags = LZL_STEP_WANT_PREVIEW }
        subject.check(try subject.decode(sample.bytes, plan), equals: whole, sample, "previews, \(cuts)")
      }
    }
  }

  @Test("Previews may be wanted now and then: rows that are told have all their pixels", arguments: Subject.all)
  func somePreviews(_ subject: Subject) throws {
    for sample in try subject.fewSamples() {
      let whole = try subject.reference(sample)
      for seed in UInt64(0)..<(subject.site == .local ? 20 : 2) {
        let plan = DecodePlan(.random(seed: seed)).with {
          $0.stepFlags = LZL_STEP_WANT_PREVIEW
          $0.stepFlagSeed = seed
        }
        let decoding = try subject.decode(sample.bytes, plan)
        subject.check(decoding, equals: whole, sample, "some previews, seed \(seed)")
        subject.check(
          !whole.emptyPixelRows.isEmpty || decoding.emptyPixelRows.isEmpty, sample,
          "some previews, seed \(seed): rows \(decoding.emptyPixelRows.sorted()) were told with gaps")
      }
    }
  }

  @Test("Files of others, damaged ones too, come out the same however they are cut", arguments: Subject.local)
  func cutsOfCases(_ subject: Subject) throws {
    for sample in try subject.cases() {
      let whole = try subject.decode(sample.bytes)
      subject.check(whole.violations.isEmpty, sample, whole.violations.joined(separator: "; "))
      for cuts in [Cuts.single, .bytes, .random(seed: 4)] {
        subject.check(try subject.decode(sample.bytes, DecodePlan(cuts)), equals: whole, sample, "\(cuts)")
      }
    }
  }
}
