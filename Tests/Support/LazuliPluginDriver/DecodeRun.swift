import LazuliABI

/// One decoding from the first byte to the end, and all that the decoder said.
public struct DecodeRun {
  /// What to ask for.
  public struct Request: Sendable {
    /// Bytes in one chunk; `nil`: all at rest, at once.
    public var chunkSize: Int?
    /// `LZL_FORMAT_…`; `nil`: the native one.
    public var format: UInt32?
    /// `nil`: full size.
    public var scaleNumerator: UInt32?
    public var wantsPreview = false
    public var wantsPixels = true
    /// Zeros stand for the plugin's own careful limits.
    public var limits = lzl_limits()

    public init() {}
  }

  /// An item beside the pixels.
  public struct Item: Equatable {
    public let kind: UInt32
    public let bytes: [UInt8]
    public let value: UInt64
  }

  public private(set) var header: lzl_header?
  public private(set) var items: [Item] = []
  /// Pixels of each frame, rows without gaps; of the frame under way when an error came.
  public private(set) var frames: [[UInt8]] = []
  public private(set) var rows: [lzl_rows] = []
  public private(set) var passes: [UInt32] = []
  public private(set) var warnings: [lzl_error] = []
  public private(set) var error: lzl_error?
  public private(set) var isDone = false
  /// The kinds of events, but NEED_INPUT and CONTINUE, in order.
  public private(set) var kinds: [UInt32] = []

  private let api: lzl_decoder_api
  private let decoder: OpaquePointer
  private let request: Request
  private var unfed: ArraySlice<UInt8>
  private var surface: DriverSurface?
  private var format: UInt32 = 0
  private var isFirstChunk = true

  /// Decodes `file`; throws only what `create` answers.
  public init(_ api: lzl_decoder_api, _ format: StaticString, _ file: [UInt8], _ request: Request = Request()) throws {
    self.api = api
    self.request = request
    unfed = file[...]
    decoder = try Self.create(api, format, request.limits)
    defer { api.destroy(decoder) }
    // The whole input stays where it is until the decoder is gone.
    try file.withUnsafeBytes { bytes in
      feed(whole: request.chunkSize == nil ? bytes : nil)
      while !isDone, error == nil { try step() }
    }
  }

  /// Rows from the top that were told of.
  public var rowCount: Int { Int(rows.map { $0.first + $0.count }.max() ?? 0) }

  private static func create(
    _ api: lzl_decoder_api, _ format: StaticString, _ given: lzl_limits
  ) throws -> OpaquePointer {
    var limits = given
    limits.struct_size = UInt32(MemoryLayout<lzl_limits>.size)
    return try withUnsafePointer(to: limits) { limits in
      var options = lzl_decoder_options()
      options.struct_size = UInt32(MemoryLayout<lzl_decoder_options>.size)
      options.format = format.asBytes
      options.limits = limits
      var decoder: OpaquePointer?
      var error = lzl_error()
      guard api.create(api.context, &options, &decoder, &error) == LZL_OK, let decoder else {
        throw PluginLibrary.Failure(message: error.text)
      }
      return decoder
    }
  }

  private mutating func feed(whole: UnsafeRawBufferPointer? = nil) {
    var chunk = lzl_chunk()
    chunk.struct_size = UInt32(MemoryLayout<lzl_chunk>.size)
    if let whole {
      chunk.flags = LZL_CHUNK_FINAL | LZL_CHUNK_STABLE
      chunk.bytes = lzl_bytes(data: whole.assumingMemoryBound(to: UInt8.self).baseAddress, size: UInt64(whole.count))
      _ = api.feed(decoder, &chunk)
      return
    }
    // A copy, dropped and overwritten as soon as the contract allows it.
    held?.update(repeating: 0xAA)
    held?.deallocate()
    let part = unfed.prefix(request.chunkSize ?? 0)
    unfed = unfed.dropFirst(part.count)
    let copy = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: part.count)
    _ = copy.initialize(from: part)
    held = copy
    chunk.flags = unfed.isEmpty ? LZL_CHUNK_FINAL : 0
    chunk.bytes = lzl_bytes(data: copy.baseAddress, size: UInt64(copy.count))
    _ = api.feed(decoder, &chunk)
  }

  private var held: UnsafeMutableBufferPointer<UInt8>?

  private mutating func step() throws {
    var event = lzl_event()
    var step = lzl_step()
    step.struct_size = UInt32(MemoryLayout<lzl_step>.size)
    step.flags = request.wantsPreview ? LZL_STEP_WANT_PREVIEW : 0
    api.step(decoder, &step, &event)
    if event.kind != LZL_EVENT_NEED_INPUT, event.kind != LZL_EVENT_CONTINUE { kinds.append(event.kind) }
    switch event.kind {
    case LZL_EVENT_NEED_INPUT: feed()
    case LZL_EVENT_HEADER: configure(event.payload.header)
    case LZL_EVENT_METADATA: fetch(event.payload.metadata)
    case LZL_EVENT_FRAME: giveSurface(event.payload.frame)
    case LZL_EVENT_ROWS: rows.append(event.payload.rows)
    case LZL_EVENT_PASS_DONE: passes.append(event.payload.pass.pass)
    case LZL_EVENT_FRAME_DONE: keepFrame()
    case LZL_EVENT_WARNING: warnings.append(event.payload.error)
    case LZL_EVENT_DONE: finish(nil)
    case LZL_EVENT_ERROR: finish(event.payload.error)
    default: break
    }
  }

  private mutating func configure(_ header: lzl_header) {
    self.header = header
    format = request.format ?? header.native_format
    var wanted = lzl_decode_config()
    wanted.struct_size = UInt32(MemoryLayout<lzl_decode_config>.size)
    wanted.format = format
    wanted.scale_numerator = request.scaleNumerator ?? 1
    wanted.scale_denominator = request.scaleNumerator == nil ? 1 : header.scale_denominator
    wanted.frame_count = LZL_ALL_FRAMES
    _ = api.configure(decoder, &wanted)
  }

  private mutating func fetch(_ item: lzl_metadata) {
    var bytes = [UInt8](repeating: 0, count: Int(item.size))
    if item.size > 0 { _ = api.metadata(decoder, item.kind, item.index, &bytes, item.size) }
    items.append(Item(kind: item.kind, bytes: bytes, value: item.value))
  }

  private mutating func giveSurface(_ frame: lzl_frame) {
    guard request.wantsPixels else {
      var nothing = lzl_surface()
      nothing.struct_size = UInt32(MemoryLayout<lzl_surface>.size)
      _ = api.set_surface(decoder, &nothing)
      return
    }
    let surface = DriverSurface(format: format, width: frame.rectangle.width, height: frame.rectangle.height)
    var value = surface.value
    self.surface = surface
    _ = api.set_surface(decoder, &value)
  }

  private mutating func keepFrame() {
    if let surface { frames.append(surface.bytes) }
    surface = nil
  }

  private mutating func finish(_ error: lzl_error?) {
    keepFrame()
    held?.deallocate()
    held = nil
    self.error = error
    isDone = error == nil
  }
}
