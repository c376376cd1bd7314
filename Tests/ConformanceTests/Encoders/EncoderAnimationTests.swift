import DecoderHarness
import LazuliABI
import Testing

extension EncoderConformanceTests {
  @Test(
    "Delays and plays are those that were given", arguments: EncoderSubject.animated, [0, 1, 2, 65_535] as [UInt32])
  func times(_ subject: EncoderSubject, _ playCount: UInt32) throws {
    var picture = EncoderSubject.picture()
    picture.playCount = playCount
    let delays: [UInt32] = [0, 1, 7, 100, 65_535]
    picture.frames = delays.enumerated().map { index, delay in
      var frame = picture.frames[0]
      frame.pixels[0] = UInt8(index)
      frame.delay = (delay, 100)
      return frame
    }
    let decoding = try subject.decode(subject.file(picture))
    let read = decoding.frames.map { $0.frame.delay_numerator * 100 / $0.frame.delay_denominator }
    subject.check(read == delays, "delays \(read)")
    subject.check(decoding.done?.play_count == playCount, "\(decoding.done?.play_count ?? 99) plays")
  }

  @Test("Frames over one another look as they were given, whatever they leave behind")
  func canvas() throws {
    let subject = EncoderSubject.all[2]
    for seed in 0..<60 as Range<UInt64> {
      let picture = RandomPicture.animation(seed)
      let seen = Canvas.frames(subject.decoded(picture), width: picture.width, height: picture.height)
      let wanted = Canvas.frames(
        picture.frames.map { ($0.information.plain, $0.pixels) }, width: picture.width, height: picture.height)
      for (index, (a, b)) in zip(seen, wanted).enumerated() {
        subject.check(a == b, "animation \(seed), frame \(index)")
      }
      subject.check(seen.count == wanted.count, "animation \(seed): \(seen.count) frames")
    }
  }
}

extension EncoderSubject {
  fileprivate func decoded(_ picture: EncodePicture) -> [(lzl_frame, [UInt8])] {
    let frames = (try? decode(file(picture)).frames) ?? []
    return frames.map { ($0.frame, $0.pixels) }
  }
}

extension lzl_encode_frame {
  fileprivate var plain: lzl_frame {
    var frame = lzl_frame()
    (frame.rectangle, frame.disposal, frame.blend) = (rectangle, disposal, blend)
    return frame
  }
}

/// What is seen of an animation whose pixels are opaque or not there: written down as simply as can be.
private struct Canvas {
  static func frames(_ frames: [(lzl_frame, [UInt8])], width: Int, height: Int) -> [[UInt8]] {
    var canvas = [UInt8](repeating: 0, count: width * height * 4)
    return frames.map { frame, pixels in
      let before = canvas
      let area = frame.rectangle
      let places = (0..<Int(area.height)).flatMap { y in
        (0..<Int(area.width)).map { x in (Int(area.y) + y) * width + Int(area.x) + x }
      }
      for (index, place) in places.enumerated() {
        let pixel = pixels[index * 4..<index * 4 + 4]
        let isSeen = pixel.last == 255
        guard isSeen || frame.blend == LZL_BLEND_SOURCE else { continue }
        canvas.replaceSubrange(place * 4..<place * 4 + 4, with: isSeen ? Array(pixel) : [0, 0, 0, 0])
      }
      defer {
        if frame.disposal == LZL_DISPOSAL_PREVIOUS { canvas = before }
        if frame.disposal == LZL_DISPOSAL_BACKGROUND {
          for place in places { canvas.replaceSubrange(place * 4..<place * 4 + 4, with: [0, 0, 0, 0]) }
        }
      }
      return canvas
    }
  }
}
