import DecoderHarness
import LazuliABI
import LazuliTestSupport
import Testing

extension EncoderConformanceTests {
  /// The colour type of the PNG (third edition, 11.2.1), and whether the profile is in it.
  private func png(_ picture: EncodePicture, _ profile: String) throws -> (colorType: UInt8, hasProfile: Bool) {
    let subject = EncoderSubject.all[0]
    let bytes = try TestFile.bytes(at: "\(Cases.packageRoot)/Tests/Fixtures/color/\(profile).icc")
    let encoder = try subject.make()
    let isBegun = bytes.withUnsafeBufferPointer { bytes in
      var image = picture.information
      image.icc = lzl_bytes(data: bytes.baseAddress, size: UInt64(bytes.count))
      return encoder.begin(image) == LZL_OK
    }
    let frame = picture.frames[0]
    subject.check(isBegun && encoder.pump() && encoder.frame(frame.information) == LZL_OK && encoder.pump(), "begin")
    subject.check(encoder.rows(frame.pixels, height: picture.height, frame, picture.format), "rows")
    subject.check(encoder.finish() == LZL_OK && encoder.pump(), "finish")
    let items = try subject.decode(encoder.file).items
    return (encoder.file[25], items.contains { $0.kind == LZL_METADATA_ICC })
  }

  /// Eight columns of gray, of 16 values with alpha or without.
  private func gray(_ format: UInt32) -> EncodePicture {
    let pixels = (0..<64).flatMap { place -> [UInt8] in
      let value = UInt8(place % 16 * 17)
      return switch format {
      case LZL_FORMAT_RGBA8: [value, value, value, 255]
      case LZL_FORMAT_GRAYA8: [value, place < 8 ? 0 : 255]
      default: [value]
      }
    }
    return EncodePicture(format, width: 8, height: 8, pixels)
  }

  @Test("A PNG with a profile of colours is no gray one, and one with a profile of gray is nothing else")
  func profiledSamples() throws {
    let colored = try png(gray(LZL_FORMAT_RGBA8), "display-p3")
    #expect(colored.hasProfile && colored.colorType & 2 != 0)
    for format in [LZL_FORMAT_GRAY8, LZL_FORMAT_GRAYA8] {
      let plain = try png(gray(format), "gray-gamma")
      #expect(plain.hasProfile && plain.colorType & 3 == 0)
    }
  }

  @Test("A profile of other samples does not get into a PNG")
  func otherProfiles() throws {
    #expect(try !png(gray(LZL_FORMAT_RGBA8), "gray-gamma").hasProfile)
    #expect(try !png(gray(LZL_FORMAT_GRAY8), "display-p3").hasProfile)
    #expect(try !png(gray(LZL_FORMAT_RGBA8), "cmyk").hasProfile)
  }
}
