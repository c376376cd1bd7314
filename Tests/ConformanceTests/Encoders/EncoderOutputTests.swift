import DecoderHarness
import LazuliABI
import Testing

extension EncoderConformanceTests {
  @Test("The buffer's size changes nothing", arguments: EncoderSubject.all)
  func capacity(_ subject: EncoderSubject) throws {
    let picture = EncoderSubject.picture(width: 200, height: 150)
    let file = try subject.file(picture, capacity: 1 << 20)
    for capacity in [4096, 4097, 10_000] {
      subject.check(try subject.file(picture, capacity: capacity) == file, "another file with \(capacity) bytes")
    }
  }

  @Test("The number of rows in a call changes no pixel", arguments: EncoderSubject.all)
  func rowsPerCall(_ subject: EncoderSubject) throws {
    let picture = EncoderSubject.picture()
    let whole = try subject.decode(subject.file(picture)).frames.first?.pixels
    for count in [1, 7, 29] {
      let frames = try subject.decode(subject.file(picture, rowsPerCall: count)).frames
      subject.check(frames.first?.pixels == whole, "other pixels with \(count) rows in a call")
    }
  }

  @Test("Every option makes a file", arguments: EncoderSubject.all)
  func options(_ subject: EncoderSubject) throws {
    let picture = EncoderSubject.picture()
    for effort in [0, 1, 2, 5, 9, 100] as [UInt32] {
      for flags in [0, LZL_ENCODE_PROGRESSIVE, LZL_ENCODE_OPTIMIZE, 0xFFFF_FFFF] {
        let file = try subject.file(picture) { options in
          (options.effort, options.flags, options.quality, options.chroma) = (effort, flags, effort * 10, effort % 5)
        }
        subject.check(try subject.decode(file).frames.count == 1, "effort \(effort), flags \(flags)")
      }
    }
  }

  @Test("An option that an encoder names changes its file, another one nothing", arguments: EncoderSubject.all)
  func namedOptions(_ subject: EncoderSubject) throws {
    let picture = EncoderSubject.picture(width: 200, height: 150)
    let abilities = try subject.table().pointee.abilities
    let plain = try subject.file(picture)
    let options: [(UInt32, (inout lzl_encoder_options) -> Void)] = [
      (LZL_ENCODER_QUALITY, { $0.quality = 20 }), (LZL_ENCODER_CHROMA, { $0.chroma = LZL_CHROMA_444 }),
      (LZL_ENCODER_EFFORT, { $0.effort = 9 }), (LZL_ENCODER_PROGRESSIVE, { $0.flags = LZL_ENCODE_PROGRESSIVE }),
      (LZL_ENCODER_OPTIMIZE, { $0.flags = LZL_ENCODE_OPTIMIZE }),
    ]
    for (ability, option) in options {
      let isNamed = abilities & ability != 0
      subject.check((try subject.file(picture, option) != plain) == isNamed, "option \(ability), named: \(isNamed)")
    }
  }

  @Test("Texts get into the file", arguments: EncoderSubject.all)
  func texts(_ subject: EncoderSubject) throws {
    var picture = EncoderSubject.picture()
    // Longer than any kind of block.
    let long = Array(String(repeating: "föhn 字 ", count: 20_000).utf8)
    picture.texts = [Array("Comment\0short".utf8), Array("Comment\0".utf8) + long]
    let items = try subject.decode(subject.file(picture)).items.filter { $0.kind == LZL_METADATA_TEXT }
    let texts = items.flatMap { $0.bytes.dropFirst("Comment\0".utf8.count) }
    subject.check(texts == Array("short".utf8) + long, "\(items.count) texts")
  }
}
