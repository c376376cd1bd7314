import DecoderHarness
import LazuliABI
import Testing

extension EncoderConformanceTests {
  private static let wide = [LZL_FORMAT_RGBA16, LZL_FORMAT_GRAY16]

  @Test("A picture without loss comes back to the bit: PNG of 8 bits")
  func narrowPNG() throws {
    try roundTrip(.all[0], 800, [LZL_FORMAT_RGBA8, LZL_FORMAT_GRAY8, LZL_FORMAT_GRAYA8], LZL_FORMAT_RGBA8)
  }

  @Test("A picture without loss comes back to the bit: PNG of 16 bits")
  func widePNG() throws {
    try roundTrip(.all[0], 600, Self.wide, LZL_FORMAT_RGBA16)
  }

  @Test("A picture without loss comes back to the bit: GIF of at most 256 colours")
  func gif() throws {
    let subject = EncoderSubject.all[2]
    for seed in 0..<600 as Range<UInt64> {
      var picture = RandomPicture.still(seed, formats: [LZL_FORMAT_RGBA8], maximumColorCount: 255)
      let pixels = picture.frames[0].pixels
      picture.frames[0].pixels = pixels.indices.map { $0 % 4 == 3 ? pixels[$0] < 128 ? 0 : 255 : pixels[$0] }
      let seen = picture.frames[0].pixels
      let wanted = seen.indices.map { seen[$0 | 3] == 255 ? seen[$0] : 0 }
      let frames = try subject.decode(subject.file(picture)).frames
      subject.check(frames.first?.pixels == wanted, "picture \(seed)")
    }
  }

  /// As RGBA, so that what was stored in fewer bits is the same again.
  private func roundTrip(_ subject: EncoderSubject, _ count: UInt64, _ formats: [UInt32], _ rgba: UInt32) throws {
    for seed in 0..<count {
      let picture = RandomPicture.still(seed, formats: formats)
      let file = try subject.file(picture, rowsPerCall: seed % 7 == 0 ? 3 : nil) { $0.effort = UInt32(seed % 10) }
      let pixels = try subject.decode(file, as: rgba).frames.first?.pixels
      subject.check(pixels == Self.rgba(picture), "picture \(seed)")
    }
  }

  private static func rgba(_ picture: EncodePicture) -> [UInt8] {
    let pixels = picture.frames[0].pixels
    switch picture.format {
    case LZL_FORMAT_GRAY8: return pixels.flatMap { [$0, $0, $0, 255] }
    case LZL_FORMAT_GRAYA8:
      return stride(from: 0, to: pixels.count, by: 2).flatMap {
        [pixels[$0], pixels[$0], pixels[$0], pixels[$0 + 1]]
      }
    case LZL_FORMAT_GRAY16:
      return stride(from: 0, to: pixels.count, by: 2).flatMap {
        let sample = [pixels[$0], pixels[$0 + 1]]
        return sample + sample + sample + [255, 255]
      }
    default: return pixels
    }
  }
}
