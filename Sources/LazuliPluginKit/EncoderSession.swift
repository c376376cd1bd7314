import LazuliABI

/// One encoder behind the contract: keeps the order of calls, the rows still to come and the error
/// state.
final class EncoderSession {
  typealias Factory = (PluginEncoderOptions) throws(PluginError) -> any PluginEncoder

  private enum State {
    case created
    case wantsFrame
    case wantsRows
    case finished
    case failed(PluginError)
  }

  /// Pixels encoded in one step: some milliseconds' work.
  private static let pixelsPerStep = 1 << 16

  private let encoder: any PluginEncoder
  private var state = State.created
  private var output = PluginOutput()
  private var format: UInt32 = 0
  private var framesLeft: UInt32 = 0
  private var width: UInt32 = 0
  private var rowsLeft = 0
  private var surface: PluginSurface?
  private var nextRow = 0
  private var canStep = false

  init(_ encoder: any PluginEncoder) {
    self.encoder = encoder
  }

  func begin(_ image: lzl_encode_image, formats: UInt32) -> lzl_status {
    if case .failed(let error) = state { return error.code }
    guard case .created = state, !canStep else { return LZL_ERROR_INVALID_STATE }
    guard image.width > 0, image.height > 0, image.frame_count > 0, image.format < 32,
      formats & (1 << image.format) != 0, image.hasOnlyRightTexts
    else { return LZL_ERROR_INVALID_ARGUMENT }
    format = image.format
    framesLeft = image.frame_count
    return perform(then: .wantsFrame) { () throws(PluginError) in
      try encoder.begin(image, output: &output)
    }
  }

  func frame(_ frame: lzl_encode_frame) -> lzl_status {
    if case .failed(let error) = state { return error.code }
    guard case .wantsFrame = state, !canStep, framesLeft > 0 else { return LZL_ERROR_INVALID_STATE }
    guard frame.rectangle.width > 0, frame.rectangle.height > 0 else { return LZL_ERROR_INVALID_ARGUMENT }
    framesLeft -= 1
    width = frame.rectangle.width
    rowsLeft = Int(frame.rectangle.height)
    return perform(then: .wantsRows) { () throws(PluginError) in
      try encoder.frame(frame, output: &output)
    }
  }

  func rows(_ given: lzl_surface) -> lzl_status {
    if case .failed(let error) = state { return error.code }
    guard case .wantsRows = state, !canStep else { return LZL_ERROR_INVALID_STATE }
    guard let checked = PluginSurface(given, frameHeight: given.height), given.format == format, given.width == width,
      checked.height <= rowsLeft
    else { return LZL_ERROR_INVALID_ARGUMENT }
    surface = checked
    nextRow = 0
    canStep = true
    return LZL_OK
  }

  func finish() -> lzl_status {
    if case .failed(let error) = state { return error.code }
    guard case .wantsFrame = state, !canStep, framesLeft == 0 else { return LZL_ERROR_INVALID_STATE }
    return perform(then: .finished) { () throws(PluginError) in
      try encoder.finish(output: &output)
    }
  }

  func step(_ buffer: UnsafeMutablePointer<UInt8>, capacity: Int, event: inout lzl_event) {
    if case .failed(let error) = state {
      event.fill(error, kind: LZL_EVENT_ERROR)
    } else if !canStep {
      fillIdle(&event)
    } else if output.count > 0 {
      event.kind = LZL_EVENT_OUTPUT
      event.payload.output.byte_count = UInt64(output.take(into: buffer, capacity: capacity))
    } else if surface != nil {
      encodeRows(&event)
    } else {
      work(&event)
    }
  }

  private func work(_ event: inout lzl_event) {
    do throws(PluginError) {
      canStep = try encoder.work(output: &output)
    } catch {
      return fail(error, &event)
    }
    guard canStep || output.count > 0 else { return fillIdle(&event) }
    canStep = true
    event.kind = LZL_EVENT_CONTINUE
  }

  private func fail(_ error: PluginError, _ event: inout lzl_event) {
    state = .failed(error)
    event.fill(error, kind: LZL_EVENT_ERROR)
  }

  private func fillIdle(_ event: inout lzl_event) {
    switch state {
    case .finished: event.kind = LZL_EVENT_DONE
    default: event.kind = LZL_EVENT_NEED_INPUT
    }
  }

  private func encodeRows(_ event: inout lzl_event) {
    guard let surface else { return }
    let most = Self.pixelsPerStep / surface.width + 1
    let left = surface.height - nextRow
    let count = left < most ? left : most
    do throws(PluginError) {
      try encoder.rows(surface, first: nextRow, count: count, output: &output)
    } catch {
      return fail(error, &event)
    }
    nextRow += count
    rowsLeft -= count
    if nextRow == surface.height { self.surface = nil }
    if rowsLeft == 0 { state = .wantsFrame }
    event.kind = LZL_EVENT_CONTINUE
  }

  private func perform(then next: State, _ body: () throws(PluginError) -> Void) -> lzl_status {
    do throws(PluginError) {
      try body()
    } catch {
      state = .failed(error)
      return error.code
    }
    state = next
    canStep = true
    return LZL_OK
  }
}
