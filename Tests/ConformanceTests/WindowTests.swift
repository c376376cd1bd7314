import DecoderHarness
import LazuliABI
import Testing

extension ConformanceTests {
  /// That rows come in their order, and no more of them at once than the window holds, each decoding checks.
  @Test("Through a window of a few rows come the same pixels as onto a whole surface", arguments: Subject.all)
  func windows(_ subject: Subject) throws {
    for sample in try subject.fewSamples() {
      let whole = try subject.reference(sample)
      for (height, cuts) in [(1, Cuts.random(seed: 21)), (7, .atRest), (7, .bytes), (64, .atRest)] {
        let plan = DecodePlan(cuts).with {
          $0.windowHeight = height
          $0.fill = UInt8(height)
        }
        subject.check(
          try subject.decode(sample.bytes, plan), equals: whole, sample, "a window of \(height) rows, \(cuts)")
      }
    }
  }

  @Test("Reduced and in every format they are the same, too", arguments: Subject.local)
  func windowsOfOtherKinds(_ subject: Subject) throws {
    for sample in try subject.samples() {
      let header = try #require(subject.reference(sample).header)
      let scales = (1...32).filter { header.scale_numerators & (1 << ($0 - 1)) != 0 }
      for format in 0..<UInt32(32) where header.formats & (1 << format) != 0 {
        for (numerator, denominator) in [(1, 1)] + scales.map({ ($0, Int(header.scale_denominator)) }) {
          let plan = DecodePlan().with {
            $0.format = format
            $0.scaleNumerator = UInt32(numerator)
            $0.scaleDenominator = UInt32(denominator)
          }
          let whole = try subject.decode(sample.bytes, plan)
          let part = try subject.decode(sample.bytes, plan.with { $0.windowHeight = 5 })
          subject.check(part, equals: whole, sample, "format \(format) at \(numerator)/\(denominator)")
        }
      }
    }
  }

  @Test("Damaged and cut files give the same rows through a window", arguments: Subject.local)
  func damagedWindows(_ subject: Subject) throws {
    for sample in try subject.samples() + subject.cases() {
      for part in [2, 3, 5, 8] {
        let bytes = Array(sample.bytes.prefix(sample.bytes.count * part / 8))
        let whole = try subject.decode(bytes)
        let cut = try subject.decode(bytes, DecodePlan(.random(seed: 22)).with { $0.windowHeight = 3 })
        subject.check(cut, equals: whole, sample, "\(part)/8 of the file through a window")
      }
    }
  }

  @Test("Nobody has previews of a window", arguments: Subject.local)
  func windowsWithoutPreviews(_ subject: Subject) throws {
    for sample in try subject.samples() {
      let whole = try subject.reference(sample)
      let plan = DecodePlan(.random(seed: 23)).with {
        $0.windowHeight = 4
        $0.stepFlags = LZL_STEP_WANT_PREVIEW
      }
      subject.check(try subject.decode(sample.bytes, plan), equals: whole, sample, "previews wanted of a window")
    }
  }
}
