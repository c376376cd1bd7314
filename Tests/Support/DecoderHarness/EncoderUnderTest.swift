import LazuliABI

/// One encoder of a plugin in the build folder, called through its function table; its answers to steps are
/// held against the contract.
public final class EncoderUnderTest {
  public let table: UnsafePointer<lzl_encoder_api>
  public let encoder: OpaquePointer
  /// What came out so far.
  public private(set) var file: [UInt8] = []
  public private(set) var error: lzl_error?
  /// Where the encoder broke the contract.
  public private(set) var violations: [String] = []

  /// Bytes of the buffer that steps fill.
  public var capacity = 4096
  /// Behind the buffer; nobody writes there.
  private static let guardByteCount = 64

  public convenience init(
    library: String, format: String, limits: lzl_limits = .unlimited,
    _ change: (inout lzl_encoder_options) -> Void = { _ in }
  ) throws {
    let table = try LoadedPlugin(library).table(LZL_ENCODER, format, as: lzl_encoder_api.self)
    try self.init(table, format: format, limits: limits, change)
  }

  public init(
    _ table: UnsafePointer<lzl_encoder_api>, format: String, limits: lzl_limits,
    _ change: (inout lzl_encoder_options) -> Void
  ) throws {
    self.table = table
    var made: OpaquePointer?
    var error = lzl_error()
    var options = lzl_encoder_options()
    options.struct_size = UInt32(MemoryLayout<lzl_encoder_options>.size)
    change(&options)
    withBytes(of: format) { format in
      withUnsafePointer(to: limits) { limits in
        options.format = format
        options.limits = limits
        _ = table.pointee.create(table.pointee.context, &options, &made, &error)
      }
    }
    guard let made else { throw CreationRefused(error: error) }
    encoder = made
  }

  deinit { table.pointee.destroy(encoder) }

  /// Writes all of a picture; false at the first error.
  public func encode(_ picture: EncodePicture, rowsPerCall: Int? = nil) -> Bool {
    guard begin(picture), pump() else { return false }
    for frame in picture.frames {
      guard self.frame(frame.information) == LZL_OK, pump() else { return false }
      let (height, bytesPerRow) = (Int(frame.rectangle.height), frame.bytesPerRow)
      for first in stride(from: 0, to: height, by: rowsPerCall ?? height) {
        let end = min(height, first + (rowsPerCall ?? height))
        let part = Array(frame.pixels[first * bytesPerRow..<end * bytesPerRow])
        guard rows(part, height: end - first, frame, picture.format) else { return false }
      }
    }
    return finish() == LZL_OK && pump()
  }

  /// Whether the answer was LZL_OK.
  public func begin(_ picture: EncodePicture) -> Bool { begin(picture.information, texts: picture.texts) == LZL_OK }

  public func begin(_ image: lzl_encode_image, texts: [[UInt8]] = []) -> lzl_status {
    var image = image
    let all = texts.flatMap(\.self)
    return all.withUnsafeBufferPointer { memory in
      var items: [lzl_bytes] = []
      var place = 0
      for text in texts {
        items.append(lzl_bytes(data: memory.baseAddress.map { $0 + place }, size: UInt64(text.count)))
        place += text.count
      }
      return items.withUnsafeBufferPointer { items in
        if !texts.isEmpty { (image.texts, image.text_count) = (items.baseAddress, UInt64(items.count)) }
        return table.pointee.begin(encoder, &image)
      }
    }
  }

  public func frame(_ frame: lzl_encode_frame) -> lzl_status {
    var frame = frame
    return table.pointee.frame(encoder, &frame)
  }

  /// Gives rows and steps until the next call is wanted; the memory is somebody else's then.
  public func rows(_ pixels: [UInt8], height: Int, _ frame: EncodePicture.Frame, _ format: UInt32) -> Bool {
    rows(pixels, height: height, frame, format) { surface in
      table.pointee.rows(encoder, &surface) == LZL_OK && pump()
    }
  }

  public func rows<Answer>(
    _ pixels: [UInt8], height: Int, _ frame: EncodePicture.Frame, _ format: UInt32,
    _ body: (inout lzl_surface) -> Answer
  ) -> Answer {
    let memory = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: pixels.count)
    defer {
      memory.update(repeating: 0xDD)
      memory.deallocate()
    }
    _ = memory.initialize(from: pixels)
    var surface = lzl_surface(
      struct_size: UInt32(MemoryLayout<lzl_surface>.size), format: format, pixels: memory.baseAddress,
      byte_length: UInt64(memory.count), width: frame.rectangle.width, height: UInt32(height),
      bytes_per_row: UInt64(pixels.count / height))
    return body(&surface)
  }

  public func finish() -> lzl_status { table.pointee.finish(encoder) }

  /// Takes what there is, until the next call is wanted or the file has ended; false after an error.
  public func pump() -> Bool {
    while true {
      let event = step()
      switch event.kind {
      case LZL_EVENT_NEED_INPUT, LZL_EVENT_DONE: return true
      case LZL_EVENT_OUTPUT, LZL_EVENT_CONTINUE, LZL_EVENT_WARNING: continue
      default: return false
      }
    }
  }

  public func step() -> lzl_event {
    var buffer = [UInt8](repeating: 0xA5, count: capacity + Self.guardByteCount)
    var event = lzl_event()
    table.pointee.step(encoder, &buffer, UInt64(capacity), &event)
    if buffer[capacity...].contains(where: { $0 != 0xA5 }) { violations.append("A step writes behind the buffer") }
    switch event.kind {
    case LZL_EVENT_OUTPUT: take(event.payload.output.byte_count, buffer)
    case LZL_EVENT_ERROR: error = event.payload.error
    case LZL_EVENT_NEED_INPUT, LZL_EVENT_DONE, LZL_EVENT_CONTINUE, LZL_EVENT_WARNING: break
    default: violations.append("A step answers with event \(event.kind)")
    }
    return event
  }

  private func take(_ count: UInt64, _ buffer: [UInt8]) {
    guard count > 0, count <= UInt64(capacity) else {
      violations.append("A step tells of \(count) bytes in a buffer of \(capacity)")
      return
    }
    file += buffer[..<Int(count)]
  }
}
