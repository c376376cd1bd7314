import DecoderHarness
import LazuliABI
import Testing

extension ConformanceTests {
  @Test("Calls out of order and wrong arguments are refused, and change nothing", arguments: Subject.all)
  func order(_ subject: Subject) throws {
    for sample in try subject.fewSamples() {
      let whole = try subject.reference(sample)
      for cuts in [Cuts.atRest, .random(seed: 10)] {
        let decoder = try subject.site.makeDecoder(subject.load())
        let rude = RudeDecoder(decoder) { subject.check($0, sample, $1) }
        subject.check(
          try DecodeWalk.run(rude, sample.bytes, DecodePlan(cuts)), equals: whole, sample, "rudely, \(cuts)")
        try decoder.destroy()
      }
    }
  }
}

/// Makes every wrong call that it can before the right one.
private final class RudeDecoder: DecoderUnderTest {
  private let decoder: any DecoderUnderTest
  private let check: (Bool, String) -> Void
  private var header: lzl_header?
  private var wantsInput = true

  init(_ decoder: any DecoderUnderTest, _ check: @escaping (Bool, String) -> Void) {
    self.decoder = decoder
    self.check = check
  }

  func feed(_ bytes: ArraySlice<UInt8>, flags: UInt32) throws -> lzl_status {
    try refusesStep("before feed")
    try refusesConfigure("before feed")
    try refusesSurface("before feed")
    let status = try decoder.feed(bytes, flags: flags)
    try refusesFeed("twice")
    return status
  }

  func step(flags: UInt32) throws -> lzl_event {
    try refusesFeed("while a step was due")
    try refusesConfigure("while a step was due")
    try refusesSurface("while a step was due")
    let event = try decoder.step(flags: flags)
    if event.kind == LZL_EVENT_HEADER { header = event.payload.header }
    return event
  }

  func configure(_ configuration: lzl_decode_config) throws -> lzl_status {
    try refusesStep("before configure")
    try refusesFeed("before configure")
    try refusesSurface("before configure")
    for wrong in wrongConfigurations(configuration) {
      check(try decoder.configure(wrong) == LZL_ERROR_INVALID_ARGUMENT, "a configuration which is not on offer")
    }
    let status = try decoder.configure(configuration)
    try refusesConfigure("twice")
    return status
  }

  func setSurface(_ surface: lzl_surface, _ memory: SurfaceMemory?) throws -> lzl_status {
    try refusesStep("before set_surface")
    try refusesFeed("before set_surface")
    try refusesConfigure("before set_surface")
    for (name, wrong) in wrongSurfaces(surface) {
      check(try decoder.setSurface(wrong, memory) == LZL_ERROR_INVALID_ARGUMENT, "a surface \(name)")
    }
    let status = try decoder.setSurface(surface, memory)
    check(try decoder.setSurface(surface, memory) == LZL_ERROR_INVALID_STATE, "set_surface twice")
    return status
  }

  func metadata(kind: UInt32, index: UInt32, capacity: UInt64) throws -> (size: UInt64, bytes: [UInt8]) {
    try decoder.metadata(kind: kind, index: index, capacity: capacity)
  }

  func rewind() throws -> lzl_status { try decoder.rewind() }
  func destroy() throws { try decoder.destroy() }
  func makeMemory(byteCount: Int) throws -> SurfaceMemory { try decoder.makeMemory(byteCount: byteCount) }

  private func refusesStep(_ when: String) throws {
    check(try decoder.step(flags: 0).isRefusal, "a step \(when)")
  }

  private func refusesFeed(_ when: String) throws {
    check(try decoder.feed([0], flags: 0) == LZL_ERROR_INVALID_STATE, "feed \(when)")
  }

  private func refusesConfigure(_ when: String) throws {
    let configuration = DecodePlan().configuration(format: header?.native_format ?? LZL_FORMAT_RGBA8)
    check(try decoder.configure(configuration) == LZL_ERROR_INVALID_STATE, "configure \(when)")
  }

  private func refusesSurface(_ when: String) throws {
    check(try decoder.setSurface(lzl_surface(), nil) == LZL_ERROR_INVALID_STATE, "set_surface \(when)")
  }

  private func wrongConfigurations(_ right: lzl_decode_config) -> [lzl_decode_config] {
    let formats = header?.formats ?? 0
    let missing: [UInt32] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 31, 32, 33, .max]
      .filter { $0 > 31 || formats & (1 << $0) == 0 }
    let scales: [(UInt32, UInt32)] = [
      (0, 0), (0, 1), (1, 0), (2, 1), (9, 8), (33, 8), (1, 3), (0, 8), (0xFFFF_FFFF, 8),
    ]
    return missing.map { format in right.with { $0.format = format } }
      + scales.map { scale in right.with { ($0.scale_numerator, $0.scale_denominator) = scale } }
      + [right.with { $0.frame_count = 0 }]
  }

  private var mayBeWindow: Bool { (header?.flags ?? 0) & LZL_HEADER_ROWS_IN_ORDER != 0 }

  private func wrongSurfaces(_ right: lzl_surface) -> [(String, lzl_surface)] {
    let used = UInt64(right.width) * UInt64(bytesPerPixel(of: right.format))
    return [
      ("a byte too small", right.with { $0.byte_length -= 1 }),
      ("of no bytes", right.with { $0.byte_length = 0 }),
      ("of another format", right.with { $0.format = right.format == LZL_FORMAT_CMYK8 ? 1 : 7 }),
      ("of no format", right.with { $0.format = 0 }),
      ("of an unknown format", right.with { $0.format = 200 }),
      ("that is wider", right.with { $0.width += 1 }),
      ("that is narrower", right.with { $0.width -= 1 }),
      ("that is lower", right.with { $0.height = mayBeWindow ? 0 : $0.height - 1 }),
      ("that is higher", right.with { $0.height += 1 }),
      ("with rows that overlap", right.with { $0.bytes_per_row = used - 1 }),
      ("with endless rows", right.with { $0.bytes_per_row = .max }),
    ].filter { $0.1.bytes_per_row <= used || right.height > 1 }
  }
}

extension lzl_decode_config {
  fileprivate func with(_ change: (inout lzl_decode_config) -> Void) -> lzl_decode_config {
    var value = self
    change(&value)
    return value
  }
}

extension lzl_surface {
  fileprivate func with(_ change: (inout lzl_surface) -> Void) -> lzl_surface {
    var value = self
    change(&value)
    return value
  }
}
