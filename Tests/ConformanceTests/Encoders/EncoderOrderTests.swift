import DecoderHarness
import LazuliABI
import Testing

extension EncoderConformanceTests {
  @Test("Calls out of order and wrong arguments are refused, and change nothing", arguments: EncoderSubject.all)
  func order(_ subject: EncoderSubject) throws {
    let picture = EncoderSubject.picture()
    let file = try subject.file(picture)
    let rude = RudeHost(subject, try subject.make(), picture)
    try rude.encode()
    subject.check(rude.encoder.file == file, "another file after wrong calls")
  }

  @Test("It can be interrupted and destroyed in every state", arguments: EncoderSubject.all)
  func destroy(_ subject: EncoderSubject) throws {
    let picture = EncoderSubject.picture()
    let frame = picture.frames[0]
    let calls: [(EncoderUnderTest) -> Bool] = [
      { $0.begin(picture) }, { $0.pump() }, { $0.frame(frame.information) == LZL_OK }, { $0.pump() },
      { $0.rows(frame.pixels, height: 30, frame, picture.format) }, { $0.finish() == LZL_OK }, { $0.step().kind > 0 },
      { $0.pump() },
    ]
    for count in 0...calls.count {
      let encoder = try subject.make()
      for call in calls.prefix(count) { subject.check(call(encoder), "call \(count) fails") }
      encoder.table.pointee.interrupt(encoder.encoder)
    }
    let table = try subject.table()
    table.pointee.destroy(nil)
  }
}

/// Makes every wrong call that it can before the right one.
private struct RudeHost {
  let subject: EncoderSubject
  let encoder: EncoderUnderTest
  let picture: EncodePicture
  private var frame: EncodePicture.Frame { picture.frames[0] }

  init(_ subject: EncoderSubject, _ encoder: EncoderUnderTest, _ picture: EncodePicture) {
    (self.subject, self.encoder, self.picture) = (subject, encoder, picture)
  }

  func encode() throws {
    refuses(frame: true, rows: true, finish: true, "before begin")
    refuseWrongImages()
    subject.check(encoder.begin(picture), "begin fails after wrong ones")
    refuses(begin: true, frame: true, rows: true, finish: true, "while a step is due")
    subject.check(encoder.pump(), "steps fail")
    refuses(begin: true, rows: true, finish: true, "before a frame")
    var empty = frame.information
    empty.rectangle.width = 0
    subject.check(encoder.frame(empty) == LZL_ERROR_INVALID_ARGUMENT, "a frame without pixels")
    subject.check(encoder.frame(frame.information) == LZL_OK && encoder.pump(), "frame fails")
    refuses(begin: true, frame: true, finish: true, "before rows")
    refuseWrongSurfaces()
    subject.check(encoder.rows(frame.pixels, height: 30, frame, picture.format), "rows fail after wrong ones")
    refuses(begin: true, frame: true, rows: true, "behind the last row")
    subject.check(encoder.finish() == LZL_OK && encoder.pump(), "finish fails")
    refuses(begin: true, frame: true, rows: true, finish: true, "behind the end")
    subject.check(encoder.step().kind == LZL_EVENT_DONE, "a step behind the end")
  }

  private func refuses(
    begin: Bool = false, frame: Bool = false, rows: Bool = false, finish: Bool = false, _ when: String
  ) {
    let wrong = LZL_ERROR_INVALID_STATE
    if begin { subject.check(encoder.begin(picture.information) == wrong, "begin \(when)") }
    if frame { subject.check(encoder.frame(self.frame.information) == wrong, "frame \(when)") }
    if rows { subject.check(status { _ in } == wrong, "rows \(when)") }
    if finish { subject.check(encoder.finish() == wrong, "finish \(when)") }
  }

  private func refuseWrongImages() {
    let changes: [(String, (inout lzl_encode_image) -> Void)] = [
      ("without a width", { $0.width = 0 }), ("without a height", { $0.height = 0 }),
      ("without frames", { $0.frame_count = 0 }), ("of no format", { $0.format = 0 }),
      ("of a format which is not on offer", { $0.format = 31 }), ("of an unknown format", { $0.format = 4_000 }),
    ]
    for (name, change) in changes {
      var image = picture.information
      change(&image)
      subject.check(encoder.begin(image) == LZL_ERROR_INVALID_ARGUMENT, "an image \(name)")
    }
    for text in ["", "keyword", "keyword\0text\0"] {
      let status = encoder.begin(picture.information, texts: [Array(text.utf8)])
      subject.check(status == LZL_ERROR_INVALID_ARGUMENT, "the text \(text)")
    }
  }

  private func refuseWrongSurfaces() {
    let changes: [(String, (inout lzl_surface) -> Void)] = [
      ("without memory", { $0.pixels = nil }), ("without rows", { $0.height = 0 }), ("too wide", { $0.width += 1 }),
      ("too narrow", { $0.width -= 1 }), ("too high", { $0.height += 1 }), ("of another format", { $0.format = 31 }),
      ("a byte too small", { $0.byte_length -= 1 }), ("with short rows", { $0.bytes_per_row -= 1 }),
      ("with endless rows", { $0.bytes_per_row = .max }),
    ]
    for (name, change) in changes {
      subject.check(status(change) == LZL_ERROR_INVALID_ARGUMENT, "a surface \(name)")
    }
  }

  private func status(_ change: (inout lzl_surface) -> Void) -> lzl_status {
    encoder.rows(frame.pixels, height: 30, frame, picture.format) { surface in
      change(&surface)
      return encoder.table.pointee.rows(encoder.encoder, &surface)
    }
  }
}
