import DecoderHarness
import LazuliABI

/// One encoding of a still image, and the file that it made.
struct EncodeRun {
  /// What to encode, and how.
  struct Request {
    var image = lzl_encode_image()
    var options = lzl_encoder_options()
    /// Rows in one surface; `nil`: all.
    var rowsPerCall: Int?
    var icc: [UInt8] = []
    var exif: [UInt8] = []
    var xmp: [UInt8] = []

    init(format: UInt32, width: Int, height: Int) {
      image.struct_size = UInt32(MemoryLayout<lzl_encode_image>.size)
      image.format = format
      image.width = UInt32(width)
      image.height = UInt32(height)
      image.frame_count = 1
      image.play_count = 1
      options.struct_size = UInt32(MemoryLayout<lzl_encoder_options>.size)
    }
  }

  private(set) var file: [UInt8] = []
  private(set) var error: lzl_error?

  private let api: lzl_encoder_api
  private let encoder: OpaquePointer

  init(_ api: lzl_encoder_api, _ pixels: [UInt8], _ request: Request) throws {
    self.api = api
    encoder = try Self.create(api, request)
    defer { api.destroy(encoder) }
    guard begin(request), frame(request) else { return }
    let height = Int(request.image.height)
    let bytesPerRow = pixels.count / height
    let step = request.rowsPerCall ?? height
    for row in stride(from: 0, to: height, by: step) {
      let end = min(row + step, height)
      let part = Array(pixels[row * bytesPerRow..<end * bytesPerRow])
      guard rows(part, height: end - row, bytesPerRow: bytesPerRow, request.image) else { return }
    }
    _ = pump(api.finish(encoder))
  }

  private static func create(_ api: lzl_encoder_api, _ request: Request) throws -> OpaquePointer {
    var limits = lzl_limits()
    limits.struct_size = UInt32(MemoryLayout<lzl_limits>.size)
    var encoder: OpaquePointer?
    var error = lzl_error()
    withBytes(of: "jpeg") { format in
      withUnsafePointer(to: limits) { limits in
        var options = request.options
        options.format = format
        options.limits = limits
        _ = api.create(api.context, &options, &encoder, &error)
      }
    }
    guard let encoder else { throw HarnessError(error.text) }
    return encoder
  }

  private mutating func begin(_ request: Request) -> Bool {
    let status = request.icc.withUnsafeBufferPointer { icc in
      request.exif.withUnsafeBufferPointer { exif in
        request.xmp.withUnsafeBufferPointer { xmp in
          var image = request.image
          image.icc = lzl_bytes(data: icc.baseAddress, size: UInt64(icc.count))
          image.exif = lzl_bytes(data: exif.baseAddress, size: UInt64(exif.count))
          image.xmp = lzl_bytes(data: xmp.baseAddress, size: UInt64(xmp.count))
          return api.begin(encoder, &image)
        }
      }
    }
    return pump(status)
  }

  private mutating func frame(_ request: Request) -> Bool {
    var frame = lzl_encode_frame()
    frame.struct_size = UInt32(MemoryLayout<lzl_encode_frame>.size)
    frame.rectangle = lzl_rectangle(x: 0, y: 0, width: request.image.width, height: request.image.height)
    frame.delay_denominator = 1
    return pump(api.frame(encoder, &frame))
  }

  private mutating func rows(_ pixels: [UInt8], height: Int, bytesPerRow: Int, _ image: lzl_encode_image) -> Bool {
    var pixels = pixels
    return pixels.withUnsafeMutableBufferPointer { memory in
      var surface = lzl_surface(
        struct_size: UInt32(MemoryLayout<lzl_surface>.size), format: image.format, pixels: memory.baseAddress,
        byte_length: UInt64(memory.count), width: image.width, height: UInt32(height),
        bytes_per_row: UInt64(bytesPerRow))
      return pump(api.rows(encoder, &surface))
    }
  }

  /// Takes what there is until the encoder wants the next call; whether it does.
  private mutating func pump(_ status: lzl_status) -> Bool {
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      var event = lzl_event()
      api.step(encoder, &buffer, UInt64(buffer.count), &event)
      switch event.kind {
      case LZL_EVENT_OUTPUT: file += buffer[..<Int(event.payload.output.byte_count)]
      case LZL_EVENT_CONTINUE: continue
      case LZL_EVENT_ERROR:
        error = event.payload.error
        return false
      default: return status == LZL_OK
      }
    }
  }
}
