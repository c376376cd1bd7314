import DecoderHarness
import LazuliABI
import Testing

/// Breaks the contract at one kind of event.
private struct Fault: Sendable, CustomTestStringConvertible {
  let kind: UInt32
  let violation: String
  var windowHeight: Int?
  let change: @Sendable (inout lzl_event, UnsafeMutableRawBufferPointer) -> Void

  var testDescription: String { violation }

  static let all = [
    Fault(kind: LZL_EVENT_HEADER, violation: "the native format is not on offer") { event, _ in
      event.payload.header.formats = LZL_FORMAT_BIT_CMYK8
    },
    Fault(kind: LZL_EVENT_ROWS, violation: "row 4 where row 0 was due") { event, _ in
      event.payload.rows.first = 4
    },
    Fault(kind: LZL_EVENT_ROWS, violation: "4 rows in a window of 3", windowHeight: 3) { event, _ in
      event.payload.rows.count = 4
    },
    Fault(kind: LZL_EVENT_HEADER, violation: "a reserved member is not zero") { event, _ in event.reserved = 1 },
    Fault(kind: LZL_EVENT_FRAME, violation: "the denominator of a delay is 0") { event, _ in
      event.payload.frame.delay_denominator = 0
    },
    Fault(kind: LZL_EVENT_ROWS, violation: "ROWS 0 + 200 outside the frame") { event, _ in
      event.payload.rows.count = 200
    },
    Fault(kind: LZL_EVENT_ROWS, violation: "row 0 came twice") { event, _ in event.payload.rows.first = 0 },
    Fault(kind: LZL_EVENT_ROWS, violation: "bytes outside the rows were written") { _, memory in memory[7] = 1 },
    Fault(kind: LZL_EVENT_ROWS, violation: "bytes outside the rows were written") { _, memory in
      memory[memory.count - 64] = 1
    },
    Fault(kind: LZL_EVENT_FRAME_DONE, violation: "row 0 changed behind its ROWS") { _, memory in memory[0] ^= 1 },
    Fault(kind: LZL_EVENT_FRAME_DONE, violation: "FRAME_DONE 5") { event, _ in event.payload.frame_done.index = 5 },
    Fault(kind: LZL_EVENT_ROWS, violation: "FRAME_DONE with rows that were not told") { event, _ in
      event.kind = LZL_EVENT_CONTINUE
    },
    Fault(kind: LZL_EVENT_ROWS, violation: "PASS_DONE in an image without passes") { event, _ in
      event.kind = LZL_EVENT_PASS_DONE
    },
    Fault(kind: LZL_EVENT_DONE, violation: "DONE says 3 pictures") { event, _ in event.payload.done.frame_count = 3 },
    Fault(kind: LZL_EVENT_DONE, violation: "NEED_INPUT behind the final chunk") { event, _ in
      event.kind = LZL_EVENT_NEED_INPUT
    },
    Fault(kind: LZL_EVENT_ROWS, violation: "an event of the unknown kind 99") { event, _ in event.kind = 99 },
    Fault(kind: LZL_EVENT_HEADER, violation: "the pixels are said to be usable, and none were told") { event, _ in
      event.kind = LZL_EVENT_ERROR
      event.payload.error = lzl_error()
      event.payload.error.code = LZL_ERROR_CORRUPT
      event.payload.error.flags = LZL_ERROR_FLAG_PIXELS_USABLE
      event.payload.error.message.0 = 33
    },
  ]
}

/// A right decoder but for one fault.
private final class FaultyDecoder: DecoderUnderTest {
  private let decoder: LocalDecoder
  private let fault: Fault
  private var memory: SurfaceMemory?

  init(_ decoder: LocalDecoder, _ fault: Fault) {
    self.decoder = decoder
    self.fault = fault
  }

  func step(flags: UInt32) throws -> lzl_event {
    var event = decoder.step(flags: flags)
    let nothing = UnsafeMutableRawBufferPointer(start: nil, count: 0)
    if event.kind == fault.kind { fault.change(&event, memory?.bytes ?? nothing) }
    return event
  }

  func setSurface(_ surface: lzl_surface, _ memory: SurfaceMemory?) throws -> lzl_status {
    self.memory = memory
    return decoder.setSurface(surface, memory)
  }

  func feed(_ bytes: ArraySlice<UInt8>, flags: UInt32) throws -> lzl_status { decoder.feed(bytes, flags: flags) }
  func configure(_ configuration: lzl_decode_config) throws -> lzl_status { decoder.configure(configuration) }
  func rewind() throws -> lzl_status { decoder.rewind() }
  func destroy() throws { decoder.destroy() }
  func makeMemory(byteCount: Int) throws -> SurfaceMemory { try decoder.makeMemory(byteCount: byteCount) }

  func metadata(kind: UInt32, index: UInt32, capacity: UInt64) throws -> (size: UInt64, bytes: [UInt8]) {
    decoder.metadata(kind: kind, index: index, capacity: capacity)
  }
}

@Suite struct HarnessTests {
  private let sample = Sample.dots[1]

  private func loaded() throws -> LoadedDecoder {
    try LoadedDecoder(library: "libTestDotsC.so", format: "dots")
  }

  @Test("What breaks the contract is found", arguments: Fault.all)
  private func faults(_ fault: Fault) throws {
    let decoder = FaultyDecoder(try LocalDecoder(loaded(), limits: .unlimited), fault)
    let plan = DecodePlan().with { $0.windowHeight = fault.windowHeight }
    let decoding = try DecodeWalk.run(decoder, sample.bytes, plan)
    #expect(decoding.violations.contains { $0.contains(fault.violation) }, "\(decoding.violations)")
  }

  @Test("A decoder that never ends is found")
  func endless() throws {
    let fault = Fault(kind: LZL_EVENT_DONE, violation: "") { event, _ in event.kind = LZL_EVENT_CONTINUE }
    let decoder = FaultyDecoder(try LocalDecoder(loaded(), limits: .unlimited), fault)
    #expect(throws: HarnessError.self) { try DecodeWalk.run(decoder, sample.bytes) }
  }

  @Test("A pixel of another value is found")
  func otherPixel() throws {
    let fault = Fault(kind: LZL_EVENT_ROWS, violation: "") { event, memory in
      if event.payload.rows.first == 4 { memory[4 * (7 + DecodePlan().padding)] ^= 1 }
    }
    let wrong = FaultyDecoder(try LocalDecoder(loaded(), limits: .unlimited), fault)
    let right = try LocalDecoder(loaded(), limits: .unlimited)
    let expected = try DecodeWalk.run(right, sample.bytes)
    #expect(try DecodeWalk.run(wrong, sample.bytes).difference(from: expected) == "frame 0: row 4 differs")
  }

  @Test("A file is cut without loss, whatever the cuts", arguments: [0, 1, 7, 700])
  func cuts(_ count: Int) {
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0) }
    for cuts in [Cuts.atRest, .single, .bytes, .random(seed: 1), .random(seed: 2)] {
      let chunks = cuts.chunks(of: bytes)
      #expect(chunks.flatMap { Array(bytes[$0.range]) } == bytes)
      #expect(chunks.map { $0.flags & LZL_CHUNK_FINAL != 0 } == chunks.indices.map { $0 == chunks.count - 1 })
    }
  }
}
