import DecoderHarness
import LazuliABI
import Testing

/// One limit on pixels, bytes or counts.
private struct Limit: Sendable {
  let number: UInt32
  let name: String
  let set: @Sendable (inout lzl_limits, UInt64) -> Void
  /// What a file needs, as its decoding shows; `nil` when only the decoder knows.
  let need: @Sendable (Decoding, Sample) -> UInt64?

  static let all = [
    Limit(
      number: LZL_LIMIT_SIDE, name: "side", set: { $0.maximum_side = UInt32(clamping: $1) },
      need: { decoding, _ in decoding.header.map { UInt64(max($0.width, $0.height)) } }),
    Limit(
      number: LZL_LIMIT_SOURCE_PIXELS, name: "source pixels", set: { $0.maximum_source_pixels = $1 },
      need: { decoding, _ in decoding.header.map { UInt64($0.width) * UInt64($0.height) } }),
    Limit(
      number: LZL_LIMIT_DECODED_PIXELS, name: "decoded pixels", set: { $0.maximum_decoded_pixels = $1 },
      need: { decoding, _ in decoding.pixelCount }),
    Limit(
      number: LZL_LIMIT_DECODED_BYTES, name: "decoded bytes", set: { $0.maximum_decoded_bytes = $1 },
      need: { decoding, _ in
        decoding.header.map { decoding.pixelCount * UInt64(bytesPerPixel(of: $0.native_format)) }
      }),
    Limit(
      number: LZL_LIMIT_ENCODED_BYTES, name: "encoded bytes", set: { $0.maximum_encoded_bytes = $1 },
      need: { _, sample in UInt64(sample.bytes.count) }),
    Limit(
      number: LZL_LIMIT_FRAMES, name: "frames", set: { $0.maximum_frames = UInt32(clamping: $1) },
      need: { decoding, _ in UInt64(decoding.frames.count { $0.frame.flags & LZL_FRAME_NOT_IN_ANIMATION == 0 }) }),
    Limit(
      number: LZL_LIMIT_PASSES, name: "passes", set: { $0.maximum_passes = UInt32(clamping: $1) },
      need: { decoding, _ in decoding.passCount }),
    Limit(
      number: LZL_LIMIT_WORKING_BYTES, name: "working bytes", set: { $0.maximum_working_bytes = $1 },
      need: { _, _ in nil }),
  ]

  func limits(_ value: UInt64) -> lzl_limits {
    var limits = lzl_limits.unlimited
    set(&limits, value)
    return limits
  }
}

extension Decoding {
  /// Of the larger of canvas and frames.
  fileprivate var pixelCount: UInt64 {
    let canvas = header.map { UInt64($0.width) * UInt64($0.height) } ?? 0
    return frames.map { UInt64($0.width * $0.height) }.reduce(canvas, max)
  }

  fileprivate var passCount: UInt64 {
    UInt64(1 + (marks.compactMap { $0.hasPrefix("PASS_DONE ") ? Int($0.dropFirst(10)) : nil }.max() ?? -1) + 1)
  }
}

extension ConformanceTests {
  @Test("A limit one below the need is named and ends the decoding; at the need all is well", arguments: Subject.all)
  func limits(_ subject: Subject) throws {
    for sample in try subject.fewSamples() {
      let whole = try subject.reference(sample)
      for limit in Limit.all { try check(limit, whole, subject, sample) }
    }
  }

  /// The decoder says what it needs; raised to that again and again the limit is found.
  private func check(_ limit: Limit, _ whole: Decoding, _ subject: Subject, _ sample: Sample) throws {
    let need = try limit.need(whole, sample) ?? findNeed(of: limit, subject, sample)
    // Zero is no limit, and a file cannot need less than one.
    if need > 1 {
      let error = try failure(subject, sample, limit.limits(need - 1))
      subject.check(
        error?.code == LZL_ERROR_LIMIT_EXCEEDED && error?.limit == limit.number, sample,
        "\(limit.name) \(need - 1) of \(need): \(error?.code ?? 0)/\(error?.limit ?? 0) \(error?.text ?? "no error")")
      subject.check((error?.needed ?? 0) >= need, sample, "\(limit.name): \(error?.needed ?? 0) needed, not \(need)")
    }
    guard need > 0 else { return }
    subject.check(
      try subject.decode(sample.bytes, limits: limit.limits(need)), equals: whole, sample, "\(limit.name) \(need)")
  }

  /// 0 when there is none.
  private func findNeed(of limit: Limit, _ subject: Subject, _ sample: Sample) throws -> UInt64 {
    var need: UInt64 = 0
    for _ in 0..<40 {
      guard let error = try failure(subject, sample, limit.limits(max(need, 1))) else { return need }
      guard error.limit == limit.number, error.needed != LZL_UNKNOWN, error.needed > need else {
        throw HarnessError(
          "\(sample.name): with \(limit.name) \(need) comes \(error.code)/\(error.limit) \(error.text)")
      }
      need = error.needed
    }
    throw HarnessError("\(sample.name) needs ever more \(limit.name)")
  }

  private func failure(_ subject: Subject, _ sample: Sample, _ limits: lzl_limits) throws -> lzl_error? {
    do {
      return try subject.decode(sample.bytes, limits: limits).error
    } catch let refusal as CreationRefused {
      return refusal.error
    }
  }

  @Test("Metadata above its limit is left out with a warning, and the picture still comes", arguments: Subject.all)
  func metadataLimit(_ subject: Subject) throws {
    for sample in try subject.samples() {
      let whole = try subject.reference(sample)
      let items = whole.items.filter { !$0.bytes.isEmpty }
      guard !items.isEmpty else { continue }
      let sum = UInt64(items.map(\.bytes.count).reduce(0, +))
      for limit in [1, sum / 2, sum - 1] {
        let decoding = try decode(sample, subject, metadataLimit: limit)
        let kept = UInt64(decoding.items.map(\.bytes.count).reduce(0, +))
        let isTold = decoding.warnings.contains { $0.limit == LZL_LIMIT_METADATA_BYTES }
        subject.check(decoding.isWhole && kept <= limit && isTold, sample, "metadata \(limit) of \(sum): kept \(kept)")
        subject.check(decoding.frames.map(\.pixels) == whole.frames.map(\.pixels), sample, "other pixels")
      }
      // What is kept with an item counts too, so that a million empty ones are not free.
      let enough = sum + 256 * UInt64(items.count)
      let decoding = try decode(sample, subject, metadataLimit: enough)
      subject.check(decoding, equals: whole, sample, "metadata \(enough)")
    }
  }

  private func decode(_ sample: Sample, _ subject: Subject, metadataLimit: UInt64) throws -> Decoding {
    var limits = lzl_limits.unlimited
    limits.maximum_metadata_bytes = metadataLimit
    return try subject.decode(sample.bytes, limits: limits)
  }

  @Test("Work above its time is ended", arguments: Subject.all)
  func workTime(_ subject: Subject) throws {
    for sample in try subject.fewSamples() {
      var limits = lzl_limits.unlimited
      limits.maximum_work_nanoseconds = 1
      let error = try failure(subject, sample, limits)
      subject.check(error?.limit == LZL_LIMIT_WORK_TIME, sample, "1 ns of work: \(error?.code ?? 0)")
    }
  }
}
