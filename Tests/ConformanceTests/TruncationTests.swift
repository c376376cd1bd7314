import DecoderHarness
import LazuliABI
import Testing

extension ConformanceTests {
  @Test("A file that ends anywhere ends the decoding, with rows as in the whole file", arguments: Subject.all)
  func truncation(_ subject: Subject) throws {
    for sample in try subject.fewSamples() {
      let whole = try subject.reference(sample)
      for part in 0..<64 {
        let end = sample.bytes.count * part / 64
        let cuts = part % 2 == 0 ? Cuts.atRest : .random(seed: UInt64(part))
        let cut = try subject.decode(Array(sample.bytes[..<end]), DecodePlan(cuts).with { $0.fill = UInt8(part) })
        subject.check(cut.violations.isEmpty, sample, "cut at \(end): \(cut.violations.joined(separator: "; "))")
        checkEnd(of: cut, at: end, subject, sample)
        checkRows(of: cut, against: whole, at: end, subject, sample)
      }
    }
  }

  private func checkEnd(of cut: Decoding, at end: Int, _ subject: Subject, _ sample: Sample) {
    guard let error = cut.error else {
      return subject.check(cut.frames.allSatisfy(\.isDone), sample, "cut at \(end): DONE without all of a frame")
    }
    let isTooShort = end < 8 && error.code == LZL_ERROR_NOT_THIS_FORMAT
    let isExpected = [LZL_ERROR_TRUNCATED, LZL_ERROR_CORRUPT].contains(error.code) || isTooShort
    subject.check(isExpected, sample, "cut at \(end): \(error.code), \(error.text)")
    let isStill = cut.header?.frame_count == 1
    let hasRows = cut.frames.contains { $0.toldRowCount > 0 }
    subject.check(
      !isStill || !hasRows || cut.arePixelsUsable, sample,
      "cut at \(end): rows were told, and are not said to be usable")
  }

  /// Rows of an image in passes get better later, in a frame that is the only one in passes too; all
  /// others are final.
  private func checkRows(
    of cut: Decoding, against whole: Decoding, at end: Int, _ subject: Subject, _ sample: Sample
  ) {
    guard !cut.hasPasses else { return }
    let hasFrameInPasses = sample.name.contains("interlaced")
    for (frame, expected) in zip(cut.frames, whole.frames) where frame.isDone || !hasFrameInPasses {
      for (y, (row, right)) in zip(frame.rows, expected.rows).enumerated() {
        guard let row, let right else { continue }
        let mayBeCut = !frame.isDone && y == frame.lastRow
        subject.check(
          row == right || mayBeCut && isFront(row, of: right), sample, "cut at \(end): row \(y) is not the file's")
      }
    }
  }

  /// The row in which the file ends holds what there is, the rest of it zero.
  private func isFront(_ row: [UInt8], of right: [UInt8]) -> Bool {
    let count = zip(row, right).prefix { $0 == $1 }.count
    return row[count...].allSatisfy { $0 == 0 }
  }
}
