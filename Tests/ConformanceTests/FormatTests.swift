import DecoderHarness
import LazuliABI
import Testing

extension ConformanceTests {
  @Test("All formats on offer agree with each other", arguments: Subject.all)
  func formats(_ subject: Subject) throws {
    for sample in try subject.samples() {
      let native = try subject.reference(sample)
      guard let header = native.header else { continue }
      for format in UInt32(1)..<32 where header.formats & (1 << format) != 0 {
        let decoding = try subject.decode(sample.bytes, DecodePlan(.random(seed: 14)).with { $0.format = format })
        subject.check(
          decoding.isWhole && decoding.violations.isEmpty, sample, "format \(format): \(decoding.violations)")
        let isInverted = header.flags & LZL_HEADER_INVERTED_CMYK != 0
        for (frame, expected) in zip(decoding.frames, native.frames) {
          let wanted = convert(expected.pixels, from: header.native_format, to: format, isInverted)
          subject.check(
            wanted == nil || frame.pixels == wanted, sample, "format \(format) from \(header.native_format)")
        }
      }
    }
  }

  @Test("Every scale on offer gives sides rounded up, and complete frames", arguments: Subject.all)
  func scales(_ subject: Subject) throws {
    for sample in try subject.fewSamples() {
      let whole = try subject.reference(sample)
      guard let header = whole.header else { continue }
      for numerator in UInt32(1)...32 where header.scale_numerators & (1 << (numerator - 1)) != 0 {
        let plan = DecodePlan(.random(seed: 15)).with {
          $0.scaleNumerator = numerator
          $0.scaleDenominator = header.scale_denominator
        }
        let decoding = try subject.decode(sample.bytes, plan)
        subject.check(decoding.isWhole && decoding.violations.isEmpty, sample, "scale \(numerator)")
        let sides = decoding.frames.map { [UInt32($0.width), UInt32($0.height)] }
        let expected = whole.frames.map { frame in
          [frame.width, frame.height].map { (UInt32($0) * numerator).dividedRoundingUp(by: header.scale_denominator) }
        }
        subject.check(sides == expected, sample, "scale \(numerator): \(sides) instead of \(expected)")
        let atRest = try subject.decode(sample.bytes, plan.with { $0.cuts = .atRest })
        subject.check(decoding, equals: atRest, sample, "scale \(numerator)")
      }
    }
  }
}

extension UInt32 {
  fileprivate func dividedRoundingUp(by divisor: UInt32) -> UInt32 { (self + divisor - 1) / divisor }
}

/// Pixels in another format, by the contract's rounding; `nil` when there is no rule for that pair.
private func convert(_ pixels: [UInt8], from native: UInt32, to format: UInt32, _ isInverted: Bool) -> [UInt8]? {
  if native == format { return pixels }
  let deep = deepRGBA(pixels, native)
  switch (native, format) {
  case (LZL_FORMAT_CMYK8, LZL_FORMAT_RGBA8): return rgba(cmyk: pixels, isInverted)
  case (_, LZL_FORMAT_RGBA16): return deep.map { $0.flatMap { littleEndian($0) } }
  case (_, LZL_FORMAT_RGBA8): return deep.map { $0.map(reduced) }
  case (LZL_FORMAT_RGBA8, LZL_FORMAT_RGBA8_PREMULTIPLIED): return premultiplied(pixels)
  default: return nil
  }
}

/// Four 16-bit samples a pixel.
private func deepRGBA(_ pixels: [UInt8], _ format: UInt32) -> [UInt16]? {
  let wide = pixels.map { UInt16($0) * 257 }
  let words = stride(from: 0, to: pixels.count - 1, by: 2).map { UInt16(pixels[$0]) | UInt16(pixels[$0 + 1]) << 8 }
  return switch format {
  case LZL_FORMAT_GRAY8: wide.flatMap { [$0, $0, $0, 65_535] }
  case LZL_FORMAT_GRAYA8:
    stride(from: 0, to: wide.count, by: 2).flatMap { [wide[$0], wide[$0], wide[$0], wide[$0 + 1]] }
  case LZL_FORMAT_GRAY16: words.flatMap { [$0, $0, $0, 65_535] }
  case LZL_FORMAT_RGBA16: words
  case LZL_FORMAT_RGBA8: wide
  default: nil
  }
}

private func littleEndian(_ value: UInt16) -> [UInt8] { [UInt8(value & 255), UInt8(value >> 8)] }

private func reduced(_ value: UInt16) -> UInt8 { UInt8((UInt32(value) * 255 + 32_767) / 65_535) }

private func premultiplied(_ pixels: [UInt8]) -> [UInt8] {
  pixels.enumerated().map { index, value in
    let alpha = UInt32(pixels[index | 3])
    return index % 4 == 3 ? value : UInt8((UInt32(value) * alpha + 127) / 255)
  }
}

private func rgba(cmyk pixels: [UInt8], _ isInverted: Bool) -> [UInt8] {
  let flip: UInt8 = isInverted ? 0 : 255
  return pixels.enumerated().map { index, value in
    guard index % 4 < 3 else { return 255 }
    return UInt8((UInt32(value ^ flip) * UInt32(pixels[index | 3] ^ flip) + 127) / 255)
  }
}
