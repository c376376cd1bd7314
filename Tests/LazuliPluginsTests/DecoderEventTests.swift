import LazuliABI
import LazuliCore
import Testing

@testable import LazuliPlugins

@Suite("Progress of a decoder")
struct DecoderEventTests {
  private var reader = DecoderEventReader(
    limits: .init(), fault: .init(plugin: "test", subject: "tests", stage: .decode), maximumIdleSteps: 10)

  init() throws {
    reader.didFeed(isFinal: true)
    var event = lzl_event()
    event.kind = LZL_EVENT_HEADER
    event.payload.header.width = 1
    event.payload.header.height = 100
    event.payload.header.native_format = LZL_FORMAT_GRAY8
    event.payload.header.formats = LZL_FORMAT_BIT_GRAY8
    event.payload.header.bits_per_sample = 8
    event.payload.header.samples_per_pixel = 1
    _ = try reader.read(event)
    reader.didConfigure(DecoderConfiguration(format: .gray8))
    event = lzl_event()
    event.kind = LZL_EVENT_FRAME
    event.payload.frame.rectangle = lzl_rectangle(x: 0, y: 0, width: 1, height: 100)
    event.payload.frame.delay_denominator = 1
    _ = try reader.read(event)
    reader.didSetSurface(height: 100)
  }

  private func rows(_ first: UInt32, pass: UInt32 = 0) -> lzl_event {
    var event = lzl_event()
    event.kind = LZL_EVENT_ROWS
    event.payload.rows = lzl_rows(first: first, count: 1, pass: pass, reserved: 0)
    return event
  }

  @Test(
    "Events without progress are counted, whichever they are",
    arguments: [
      LZL_EVENT_CONTINUE, LZL_EVENT_WARNING, LZL_EVENT_METADATA, LZL_EVENT_ROWS,
    ])
  func endless(kind: UInt32) throws {
    var reader = reader
    var event = kind == LZL_EVENT_ROWS ? rows(3) : lzl_event()
    event.kind = kind
    if kind == LZL_EVENT_WARNING { event.payload.error.code = LZL_ERROR_CORRUPT }
    let error = #expect(throws: ImageError.self) {
      for _ in 0..<20 { _ = try reader.read(event) }
    }
    #expect(error?.code == .pluginMisbehaved)
    #expect(error?.message.contains("no progress") == true)
  }

  @Test("Rows from the top, from the bottom and in a later pass are progress")
  func rowsAreProgress() throws {
    var reader = reader
    for row in 0..<100 { _ = try reader.read(rows(UInt32(row))) }
    for row in 0..<100 { _ = try reader.read(rows(UInt32(99 - row), pass: 1)) }
  }
}
