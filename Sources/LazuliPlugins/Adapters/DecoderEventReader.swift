import LazuliABI
import LazuliCore

/// Translates a decoder's events and checks each against all that came before: a pure machine, which
/// throws `pluginMisbehaved` for what the contract forbids.
struct DecoderEventReader {
  /// An event, or an item to be fetched for one.
  enum Result {
    case event(DecoderEvent)
    case item(lzl_metadata)
  }

  private enum State: Equatable {
    case wantsInput
    case beforeHeader
    case wantsConfiguration
    case betweenFrames
    case wantsSurface
    case inFrame
    case ended
  }

  /// Steps without progress before a decoder counts as stuck. Many: frames which nobody wants are
  /// passed over row by row.
  static let standardMaximumIdleSteps = 1 << 22

  private let fault: PluginFault
  private let limits: DecodingLimits
  private let maximumIdleSteps: Int
  private var state = State.wantsInput
  /// Where to go on when input was given.
  private var stateBehindInput = State.beforeHeader
  private var isInputFinal = false
  private var frame: FrameInformation?
  private var isFrameWanted = false
  /// How many rows the window of the frame under way holds, if its surface is one.
  private var windowHeight: Int?
  private var nextFrameIndex = 0
  private var pass = 0
  /// The rows told of in the pass of the latest of them: more of them are progress.
  private var coverage: (pass: Int, rows: Range<Int>)?
  private var idleSteps = 0
  private(set) var header: ImageHeader?
  private(set) var configuration: DecoderConfiguration?

  init(limits: DecodingLimits, fault: PluginFault, maximumIdleSteps: Int = standardMaximumIdleSteps) {
    self.limits = limits
    self.fault = fault
    self.maximumIdleSteps = maximumIdleSteps
  }

  var canFeed: Bool { state == .wantsInput && !isInputFinal }
  var canStep: Bool { [.beforeHeader, .betweenFrames, .inFrame].contains(state) }
  var canConfigure: Bool { state == .wantsConfiguration }
  /// The frame that waits for a surface.
  var frameWithoutSurface: FrameInformation? { state == .wantsSurface ? frame : nil }

  mutating func didFeed(isFinal: Bool) {
    isInputFinal = isFinal
    idleSteps = 0
    state = stateBehindInput
  }

  mutating func didConfigure(_ configuration: DecoderConfiguration) {
    self.configuration = configuration
    state = .betweenFrames
  }

  /// `height`: the surface's; `nil`: the frame is not wanted.
  mutating func didSetSurface(height: Int?) {
    isFrameWanted = height != nil
    windowHeight = height.flatMap { $0 < frame?.rectangle.height ?? 0 ? $0 : nil }
    state = .inFrame
  }

  /// The answer to a step.
  mutating func read(_ event: lzl_event) throws(ImageError) -> Result {
    idleSteps += 1
    guard idleSteps <= maximumIdleSteps else {
      throw fault.misbehaved("it makes no progress in \(maximumIdleSteps) steps")
    }
    switch event.kind {
    case LZL_EVENT_NEED_INPUT: return .event(try needInput())
    case LZL_EVENT_HEADER: return .event(try readHeader(event.payload.header))
    case LZL_EVENT_METADATA: return try read(event.payload.metadata)
    case LZL_EVENT_FRAME: return .event(try read(event.payload.frame))
    case LZL_EVENT_ROWS: return .event(try read(event.payload.rows))
    case LZL_EVENT_PASS_DONE: return .event(try read(event.payload.pass))
    case LZL_EVENT_FRAME_DONE: return .event(try read(event.payload.frame_done))
    case LZL_EVENT_DONE: return .event(try read(event.payload.done))
    case LZL_EVENT_WARNING: return .event(.warning(try read(event.payload.error)))
    case LZL_EVENT_ERROR:
      state = .ended
      return .event(.failure(try read(event.payload.error)))
    case LZL_EVENT_CONTINUE: return .event(.working)
    default: throw fault.misbehaved("it answers a step with event \(event.kind), which a decoder does not have")
    }
  }

  private mutating func needInput() throws(ImageError) -> DecoderEvent {
    guard !isInputFinal else { throw fault.misbehaved("it wants more input behind the final chunk") }
    stateBehindInput = state
    state = .wantsInput
    return .needInput
  }

  private mutating func readHeader(_ value: lzl_header) throws(ImageError) -> DecoderEvent {
    guard state == .beforeHeader else { throw fault.misbehaved("it gives a header twice") }
    let header = try ImageHeader(value, fault)
    self.header = header
    state = .wantsConfiguration
    idleSteps = 0
    return .header(header)
  }

  private func read(_ item: lzl_metadata) throws(ImageError) -> Result {
    switch item.kind {
    case LZL_METADATA_ICC, LZL_METADATA_EXIF, LZL_METADATA_XMP, LZL_METADATA_TEXT:
      return item.size == 0 ? .event(.working) : .item(item)
    case LZL_METADATA_ORIENTATION:
      // One that is none, as files have them, says nothing.
      guard let orientation = Orientation(rawValue: Int(clamping: item.value)) else { return .event(.working) }
      return .event(.metadata(.orientation(orientation)))
    case LZL_METADATA_PLAY_COUNT: return .event(.metadata(.playCount(try count(item))))
    case LZL_METADATA_FRAME_COUNT: return .event(.metadata(.frameCount(try count(item))))
    default: return .event(.working)
    }
  }

  private func count(_ item: lzl_metadata) throws(ImageError) -> Int {
    guard item.value <= UInt64(UInt32.max) else {
      throw fault.misbehaved("metadata of kind \(item.kind) counts \(item.value)")
    }
    return Int(item.value)
  }

  private mutating func read(_ value: lzl_frame) throws(ImageError) -> DecoderEvent {
    guard state == .betweenFrames else { throw fault.misbehaved("it begins a frame where none may begin") }
    let frame = try FrameInformation(value, fault)
    guard frame.index >= nextFrameIndex else {
      throw fault.misbehaved("frame \(frame.index) comes where frame \(nextFrameIndex) was due")
    }
    try checkLimit(.frames, limits.maximumFrameCount, frame.index + 1, "frames")
    self.frame = frame
    nextFrameIndex = frame.index + 1
    pass = 0
    coverage = nil
    state = .wantsSurface
    idleSteps = 0
    return .frame(frame)
  }

  private mutating func read(_ rows: lzl_rows) throws(ImageError) -> DecoderEvent {
    guard state == .inFrame, let frame else { throw fault.misbehaved("it gives rows without a surface") }
    guard isFrameWanted else { throw fault.misbehaved("it gives rows of a frame which was not wanted") }
    let (first, end) = (Int(rows.first), Int(rows.first) + Int(rows.count))
    guard rows.count > 0, end <= frame.rectangle.height else {
      throw fault.misbehaved("it gives rows \(first)..<\(end) of \(frame.rectangle.height)")
    }
    try checkWindow(first..<end)
    try checkLimit(.passes, limits.maximumPassCount, Int(rows.pass), "passes")
    cover(first..<end, pass: Int(rows.pass))
    return .rows(first..<end, pass: Int(rows.pass))
  }

  private func checkWindow(_ rows: Range<Int>) throws(ImageError) {
    guard let windowHeight else { return }
    let next = coverage?.rows.upperBound ?? 0
    guard rows.lowerBound == next else {
      throw fault.misbehaved("it gives row \(rows.lowerBound) where row \(next) was due")
    }
    guard rows.count <= windowHeight else {
      throw fault.misbehaved("it gives \(rows.count) rows at once into a window of \(windowHeight)")
    }
  }

  private mutating func cover(_ rows: Range<Int>, pass: Int) {
    guard let known = coverage, known.pass >= pass else {
      coverage = (pass, rows)
      idleSteps = 0
      return
    }
    let all = min(known.rows.lowerBound, rows.lowerBound)..<max(known.rows.upperBound, rows.upperBound)
    if all != known.rows { idleSteps = 0 }
    coverage = (known.pass, all)
  }

  private mutating func read(_ value: lzl_pass) throws(ImageError) -> DecoderEvent {
    guard state == .inFrame else { throw fault.misbehaved("it ends a pass without a surface") }
    guard Int(value.pass) >= pass else { throw fault.misbehaved("pass \(value.pass) ends behind pass \(pass)") }
    pass = Int(value.pass) + 1
    try checkLimit(.passes, limits.maximumPassCount, pass, "passes")
    idleSteps = 0
    return .passDone(pass: Int(value.pass), of: value.pass_count == 0 ? nil : Int(value.pass_count))
  }

  private mutating func read(_ value: lzl_frame_done) throws(ImageError) -> DecoderEvent {
    guard state == .inFrame, let frame else { throw fault.misbehaved("it ends a frame without a surface") }
    guard Int(value.index) == frame.index else {
      throw fault.misbehaved("it ends frame \(value.index) within frame \(frame.index)")
    }
    state = .betweenFrames
    idleSteps = 0
    return .frameDone(index: frame.index)
  }

  private mutating func read(_ value: lzl_done) throws(ImageError) -> DecoderEvent {
    guard state != .beforeHeader else { throw fault.misbehaved("it is done before the header") }
    guard state == .betweenFrames else { throw fault.misbehaved("it is done within a frame") }
    guard Int(value.frame_count) >= nextFrameIndex else {
      throw fault.misbehaved("it counts \(value.frame_count) frames and gave frame \(nextFrameIndex - 1)")
    }
    state = .ended
    return .done(frameCount: Int(value.frame_count), playCount: Int(value.play_count))
  }

  private func read(_ value: lzl_error) throws(ImageError) -> DecoderFailure {
    let error = ImageError(value, fault)
    if error.code == .pluginMisbehaved { throw error }
    return DecoderFailure(
      error: error, isOtherFormat: value.code == LZL_ERROR_NOT_THIS_FORMAT,
      arePixelsUsable: value.flags & LZL_ERROR_FLAG_PIXELS_USABLE != 0)
  }

  /// The plugin should have noticed; that the file has too much of it is the file's fault.
  private func checkLimit(
    _ name: ImageError.LimitName, _ limit: Int?, _ value: Int, _ what: String
  ) throws(ImageError) {
    guard let limit, value > limit else { return }
    var error = ImageError(.limitExceeded, at: fault.stage, "The image has more than \(limit) \(what)")
    error.limit = name
    error.plugin = fault.plugin
    throw error
  }
}
