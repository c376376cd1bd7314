import CLazuliKit
import LazuliABI

/// One decoder behind the contract: keeps the order of calls and the error state, so that the
/// plugin's own class has to know neither.
final class DecoderSession {
  typealias Factory = (PluginLimits, PluginSettings) throws(PluginError) -> any PluginDecoder

  private enum State {
    case running
    /// A chunk has to come before the next step.
    case wantsInput
    case wantsConfiguration
    case wantsSurface
    case done(UInt32)
    case failed(PluginError)
  }

  private let limits: PluginLimits
  private let settings: PluginSettings
  private let make: Factory
  private var decoder: any PluginDecoder
  private var input = PluginInput()
  private var state = State.wantsInput
  private var header = lzl_header()
  private var configuration = lzl_decode_config()
  private var frame = lzl_frame()
  /// Of the frame under way, when its surface is one.
  private var window: RowWindow?
  private var pictureCount: UInt32 = 0
  /// Without pictures beside the animation.
  private var frameCount: UInt32 = 0
  private var workNanoseconds: UInt64 = 0
  /// The wanted frames are out, and nothing behind them is asked for.
  private var isStopped = false

  // The initialiser cannot fail: an embedded object whose initialiser throws is never freed.
  private init(
    limits: PluginLimits, settings: PluginSettings, make: @escaping Factory, decoder: any PluginDecoder
  ) {
    self.limits = limits
    self.settings = settings
    self.make = make
    self.decoder = decoder
  }

  static func start(
    limits: PluginLimits, settings: PluginSettings, make: @escaping Factory
  ) throws(PluginError) -> DecoderSession {
    DecoderSession(limits: limits, settings: settings, make: make, decoder: try make(limits, settings))
  }

  deinit {
    input.destroy()
  }

  func feed(_ chunk: lzl_chunk) -> lzl_status {
    if case .failed(let error) = state { return error.code }
    guard case .wantsInput = state else { return LZL_ERROR_INVALID_STATE }
    do throws(PluginError) {
      try input.append(chunk)
      state = .running
      try limits.check(encodedByteCount: input.totalByteCount)
      return LZL_OK
    } catch {
      return fail(error)
    }
  }

  func step(wantsPreview: Bool, event: inout lzl_event) {
    switch state {
    case .done(let playCount): event.fillDone(pictureCount, playCount)
    case .failed(let error): event.fill(error, kind: LZL_EVENT_ERROR)
    case .wantsInput, .wantsConfiguration, .wantsSurface: event.fillOutOfOrder()
    case .running where isStopped: finish(header.play_count, &event)
    case .running: run(wantsPreview, &event)
    }
  }

  func configure(_ wanted: lzl_decode_config) -> lzl_status {
    if case .failed(let error) = state { return error.code }
    guard case .wantsConfiguration = state else { return LZL_ERROR_INVALID_STATE }
    guard isOnOffer(wanted) else { return LZL_ERROR_INVALID_ARGUMENT }
    configuration = wanted
    state = .running
    do throws(PluginError) {
      if !hasRowsInOrder { try checkDecoded(width: scaled(header.width), height: scaled(header.height)) }
      try decoder.configure(wanted)
      return LZL_OK
    } catch {
      return fail(error)
    }
  }

  func setSurface(_ surface: lzl_surface) -> lzl_status {
    if case .failed(let error) = state { return error.code }
    guard case .wantsSurface = state else { return LZL_ERROR_INVALID_STATE }
    var checked: PluginSurface?
    if surface.pixels != nil {
      guard let usable = PluginSurface(surface, frameHeight: frame.rectangle.height),
        surface.format == configuration.format, surface.width == frame.rectangle.width,
        hasRowsInOrder || !usable.isWindow
      else { return LZL_ERROR_INVALID_ARGUMENT }
      checked = usable
    }
    state = .running
    window = checked.flatMap { $0.isWindow ? RowWindow(rowCapacity: $0.rowCapacity) : nil }
    do throws(PluginError) {
      if checked != nil { try checkDecoded(width: surface.width, height: surface.height) }
      try decoder.setSurface(checked)
      return LZL_OK
    } catch {
      return fail(error)
    }
  }

  func metadata(kind: UInt32, index: UInt32, into buffer: UnsafeMutablePointer<UInt8>?, capacity: UInt64) -> UInt64 {
    guard let bytes = decoder.metadata(kind: kind, index: index) else { return 0 }
    if let buffer, UInt64(bytes.count) <= capacity {
      bytes.withUnsafeBufferPointer { source in
        if let start = source.baseAddress, source.count > 0 { memcpy(buffer, start, source.count) }
      }
    }
    return UInt64(bytes.count)
  }

  func rewind() -> lzl_status {
    do throws(PluginError) {
      decoder = try make(limits, settings)
    } catch {
      return fail(error)
    }
    input.destroy()
    input = PluginInput()
    state = .wantsInput
    pictureCount = 0
    frameCount = 0
    workNanoseconds = 0
    isStopped = false
    window = nil
    return LZL_OK
  }

  private func run(_ wantsPreview: Bool, _ event: inout lzl_event) {
    let start = lzlkit_thread_nanoseconds()
    do throws(PluginError) {
      let step = try decoder.step(&input, wantsPreview: wantsPreview && window == nil)
      try take(step, &event)
      workNanoseconds &+= lzlkit_thread_nanoseconds() &- start
      try limits.check(workNanoseconds: workNanoseconds)
    } catch {
      _ = fail(error)
      event = lzl_event()
      event.fill(error, kind: LZL_EVENT_ERROR)
    }
  }

  private func take(_ step: DecoderStep, _ event: inout lzl_event) throws(PluginError) {
    switch step {
    case .needInput:
      guard !input.isFinal else {
        throw .truncated("The file ends too early", at: input.totalByteCount)
          .withUsablePixels(decoder.arePixelsUsable)
      }
      try input.keepRest()
      event.kind = LZL_EVENT_NEED_INPUT
      state = .wantsInput
    case .header(let value):
      try limits.check(width: value.width, height: value.height)
      header = value
      event.kind = LZL_EVENT_HEADER
      event.payload.header = value
      state = .wantsConfiguration
    case .frame(let value):
      try take(value, &event)
    case .done(let playCount):
      finish(playCount, &event)
    case .frameDone:
      finishFrame(&event)
    case .rows(let first, let count, _):
      try window?.take(first: first, count: count)
      event.fill(step, frame: frame.index)
    case .passDone(let pass, _):
      try check(endedPass: pass)
      event.fill(step, frame: frame.index)
    default:
      event.fill(step, frame: frame.index)
    }
  }

  private func take(_ value: lzl_frame, _ event: inout lzl_event) throws(PluginError) {
    if value.flags & LZL_FRAME_NOT_IN_ANIMATION == 0 {
      try limits.check(frameIndex: frameCount)
      frameCount += 1
    }
    frame = value
    frame.index = pictureCount
    pictureCount += 1
    guard isWanted(frame.index) else {
      try decoder.setSurface(nil)
      event.kind = LZL_EVENT_CONTINUE
      return
    }
    if !hasRowsInOrder { try checkDecoded(width: frame.rectangle.width, height: frame.rectangle.height) }
    event.kind = LZL_EVENT_FRAME
    event.payload.frame = frame
    state = .wantsSurface
  }

  /// Another pass begins where one ends.
  private func check(endedPass pass: Int) throws(PluginError) {
    do throws(PluginError) {
      try limits.check(passIndex: UInt32(clamping: pass) &+ 1)
    } catch {
      throw error.withUsablePixels(decoder.arePixelsUsable)
    }
  }

  /// Frames outside the wanted range give no event: the decoder is told that nobody wants them.
  private func isWanted(_ index: UInt32) -> Bool {
    index >= configuration.first_frame && index - configuration.first_frame < configuration.frame_count
  }

  private func finishFrame(_ event: inout lzl_event) {
    event.fill(.frameDone, frame: frame.index)
    guard isWanted(frame.index) else {
      event.kind = LZL_EVENT_CONTINUE
      return
    }
    let stopsEarly = configuration.flags & LZL_DECODE_STOP_EARLY != 0
    isStopped = stopsEarly && !isWanted(pictureCount)
  }

  private func finish(_ playCount: UInt32, _ event: inout lzl_event) {
    event.fillDone(pictureCount, playCount)
    state = .done(playCount)
  }

  private func fail(_ error: PluginError) -> lzl_status {
    state = .failed(error)
    return error.code
  }

  private var hasRowsInOrder: Bool { header.flags & LZL_HEADER_ROWS_IN_ORDER != 0 }

  /// Of rows in order only those count that the surface holds: there may be far fewer than the frame has.
  private func checkDecoded(width: UInt32, height: UInt32) throws(PluginError) {
    try limits.check(decodedWidth: width, height: height, bytesPerPixel: bytesPerPixel(of: configuration.format))
  }

  private func isOnOffer(_ wanted: lzl_decode_config) -> Bool {
    guard wanted.format < 32, header.formats & (1 << wanted.format) != 0, wanted.frame_count > 0 else { return false }
    if wanted.scale_numerator == 1, wanted.scale_denominator == 1 { return true }
    guard wanted.scale_denominator == header.scale_denominator else { return false }
    guard wanted.scale_numerator >= 1, wanted.scale_numerator <= 32 else { return false }
    return header.scale_numerators & (1 << (wanted.scale_numerator - 1)) != 0
  }

  private func scaled(_ side: UInt32) -> UInt32 {
    let numerator = UInt64(configuration.scale_numerator)
    let denominator = UInt64(configuration.scale_denominator)
    return UInt32(clamping: (UInt64(side) * numerator + denominator - 1) / denominator)
  }
}
