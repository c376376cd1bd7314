import LazuliABI
import LazuliCore

/// An encoder of a plugin, as the engine sees it. All that the plugin answers is checked; after a
/// failure it is called for nothing but its destruction.
final class EncoderAdapter: ImageEncoder {
  /// Steps without a byte of output before an encoder counts as stuck.
  static let maximumIdleSteps = 1 << 20
  static let bufferByteCount = 64 << 10

  private let api: lzl_encoder_api
  private let handle: OpaquePointer
  private let fault: PluginFault
  private let buffer: UnsafeMutablePointer<UInt8>
  private var failure: ImageError?
  private var isFinished = false
  private(set) var warnings = ImageWarnings()
  /// Keeps the plugin's surface in place until it wants the next call.
  private var pixels: PixelBuffer?

  init(
    _ api: lzl_encoder_api, format: String, settings: PluginSettings, options: EncoderOptions,
    limits: DecodingLimits, fault: PluginFault
  ) throws(ImageError) {
    self.api = api
    self.fault = fault
    let arena = CArena()
    var given = lzl_encoder_options(options)
    given.format = arena.bytes(format)
    given.settings = settings.cValue
    given.limits = arena.array([lzl_limits(limits)]).baseAddress.map { UnsafePointer($0) }
    guard given.limits != nil else { throw ImageError(.outOfMemory, at: fault.stage, "No memory for an encoder") }
    var handle: OpaquePointer?
    var error = lzl_error()
    let status = withExtendedLifetime((arena, settings)) { api.create(api.context, &given, &handle, &error) }
    self.handle = try fault.created(handle, status, error)
    buffer = .allocate(capacity: Self.bufferByteCount)
  }

  deinit {
    api.destroy(handle)
    buffer.deallocate()
  }

  func begin(_ image: EncoderImage) throws(ImageError) {
    if let failure { throw failure }
    let arena = CArena()
    var given = lzl_encode_image(image, arena)
    try check(withExtendedLifetime(arena) { api.begin(handle, &given) }, "begin")
  }

  func frame(_ frame: FrameInformation) throws(ImageError) {
    if let failure { throw failure }
    var given = lzl_encode_frame(frame)
    try check(api.frame(handle, &given), "frame")
  }

  func rows(_ pixels: PixelBuffer) throws(ImageError) {
    if let failure { throw failure }
    self.pixels = pixels
    // The address outlives the closure: `self.pixels` keeps the memory, which never moves.
    var given = pixels.withUnsafeBytes { lzl_surface(pixels.layout, $0) }
    try check(api.rows(handle, &given), "rows")
  }

  func finish() throws(ImageError) {
    if let failure { throw failure }
    isFinished = true
    try check(api.finish(handle), "finish")
  }

  func drain(_ write: (UnsafeRawBufferPointer) throws(ImageError) -> Void) throws(ImageError) -> Bool {
    if let failure { throw failure }
    var idleSteps = 0
    while idleSteps < Self.maximumIdleSteps {
      idleSteps += 1
      let event = rawStep()
      switch event.kind {
      case LZL_EVENT_OUTPUT:
        try write(output(event))
        idleSteps = 0
      case LZL_EVENT_NEED_INPUT:
        guard !isFinished else { throw fail(fault.misbehaved("it wants more behind finish")) }
        pixels = nil
        return false
      case LZL_EVENT_DONE:
        guard isFinished else { throw fail(fault.misbehaved("it is done before finish")) }
        pixels = nil
        return true
      case LZL_EVENT_ERROR: throw fail(ImageError(event.payload.error, fault))
      case LZL_EVENT_WARNING: warnings.append(ImageWarning(ImageError(event.payload.error, fault)))
      case LZL_EVENT_CONTINUE: continue
      default:
        throw fail(fault.misbehaved("it answers a step with event \(event.kind), which an encoder does not have"))
      }
    }
    throw fail(fault.misbehaved("it makes no progress in \(Self.maximumIdleSteps) steps"))
  }

  private func output(_ event: lzl_event) throws(ImageError) -> UnsafeRawBufferPointer {
    let count = event.payload.output.byte_count
    guard count > 0, count <= UInt64(Self.bufferByteCount) else {
      throw fail(fault.misbehaved("it tells of \(count) bytes in a buffer of \(Self.bufferByteCount)"))
    }
    return UnsafeRawBufferPointer(start: buffer, count: Int(count))
  }

  private func rawStep() -> lzl_event {
    var event = lzl_event()
    api.step(handle, buffer, UInt64(Self.bufferByteCount), &event)
    return event
  }

  /// A failure's details are in the step that follows it. A call out of order is the engine's fault,
  /// and so is an image that the format cannot hold.
  private func check(_ status: lzl_status, _ call: String) throws(ImageError) {
    switch status {
    case LZL_OK: return
    case LZL_ERROR_INVALID_STATE: throw fail(fault.outOfOrder(call))
    case LZL_ERROR_INVALID_ARGUMENT:
      throw fail(ImageError(.invalidRequest, at: fault.stage, "\(fault.plugin) cannot encode such an image (\(call))"))
    default:
      let event = rawStep()
      guard event.kind == LZL_EVENT_ERROR else {
        throw fail(fault.misbehaved("\(call) fails with error \(status), and the next step tells of none"))
      }
      throw fail(ImageError(event.payload.error, fault))
    }
  }

  private func fail(_ error: ImageError) -> ImageError {
    failure = error
    pixels = nil
    return error
  }
}
