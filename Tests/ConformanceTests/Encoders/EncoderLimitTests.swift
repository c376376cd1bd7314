import DecoderHarness
import LazuliABI
import Testing

extension EncoderConformanceTests {
  @Test("An error is told again by every call", arguments: EncoderSubject.animated)
  func limit(_ subject: EncoderSubject) throws {
    var limits = lzl_limits.unlimited
    limits.maximum_working_bytes = 4096
    let picture = EncoderSubject.picture()
    let encoder = try subject.make(limits: limits)
    let code = LZL_ERROR_LIMIT_EXCEEDED
    subject.check(encoder.begin(picture.information) == code, "begin does not keep to the limit")
    for _ in 0..<2 {
      let event = encoder.step()
      subject.check(event.kind == LZL_EVENT_ERROR && event.payload.error.code == code, "the step does not say why")
      subject.check(event.payload.error.limit == LZL_LIMIT_WORKING_BYTES, "another limit")
      subject.check(encoder.begin(picture.information) == code, "begin afterwards")
      subject.check(encoder.frame(picture.frames[0].information) == code, "frame afterwards")
      subject.check(encoder.finish() == code, "finish afterwards")
    }
    subject.check(encoder.file.isEmpty, "there is a file")
  }

  @Test("Any side that the format can have", arguments: EncoderSubject.all)
  func sides(_ subject: EncoderSubject) throws {
    let longest = subject.format == "jpeg" ? 65_500 : 65_535
    for (width, height) in [(1, 1), (longest, 1), (1, longest), (3, 1), (1, 3)] {
      let decoding = try subject.decode(subject.file(EncoderSubject.picture(width: width, height: height)))
      let frame = decoding.frames.first
      subject.check(frame?.width == width && frame?.height == height, "\(width) × \(height)")
    }
    guard subject.format != "png" else { return }
    let encoder = try subject.make()
    let isRefused = !encoder.begin(EncoderSubject.picture(width: longest + 1, height: 1)) && !encoder.pump()
    subject.check(isRefused && encoder.error?.code == LZL_ERROR_UNSUPPORTED, "a side that the format cannot have")
  }

  @Test("Shorter structs of an older host are read as far as they go", arguments: EncoderSubject.all)
  func olderHost(_ subject: EncoderSubject) throws {
    let picture = EncoderSubject.picture()
    let file = try subject.file(picture)
    let encoder = try subject.make()
    let page = try GuardPage()
    // Without texts, which came with the first minor version, and without anything that is kept.
    for size in [4, 8, 12, 16] {
      let status = encoder.table.pointee.begin(encoder.encoder, page.put(picture.information, size: size))
      subject.check(status == LZL_ERROR_INVALID_ARGUMENT, "an image of \(size) bytes")
    }
    let frame = picture.frames[0]
    let image = page.put(picture.information, size: 152)
    subject.check(encoder.table.pointee.begin(encoder.encoder, image) == LZL_OK && encoder.pump(), "a shorter image")
    let information = page.put(frame.information, size: 24)
    subject.check(encoder.table.pointee.frame(encoder.encoder, information) == LZL_OK && encoder.pump(), "a frame")
    subject.check(encoder.rows(frame.pixels, height: 30, frame, picture.format), "rows")
    subject.check(encoder.finish() == LZL_OK && encoder.pump() && encoder.file == file, "another file")
  }
}
