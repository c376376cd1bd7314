import LazuliCore

/// How far a session has come with a step.
enum DecodeProgress {
  case working
  /// More input is needed.
  case starved
  /// The header is known; with the next step decoding begins.
  case header
  case frame(DecodedFrame)
  case finished
  /// The end, with the frame that was under way if it is worth showing.
  case failed(DecoderFailure, DecodedFrame?)
}

/// A frame as its decoder wrote it: not composed, not turned.
struct DecodedFrame {
  var information: FrameInformation
  var pixels: PixelBuffer
  var isComplete: Bool
  /// Where rows went into resizers as they came: what is left of it, and `pixels` are one of these.
  var resized: [ResizePlan: PixelBuffer] = [:]
  /// Of a preview in a format without alpha: how many rows of `pixels` are whole from the top, if not all are.
  var wholeRowCount: Int?
  /// The same of those in `resized`.
  var wholeRowCounts: [ResizePlan: Int] = [:]

  init(_ information: FrameInformation, _ pixels: PixelBuffer, isComplete: Bool) {
    self.information = information
    self.pixels = pixels
    self.isComplete = isComplete
  }
}

/// What a session works with.
struct DecodeEnvironment: Sendable {
  var limits: DecodingLimits
  var pool: PixelBufferPool
  var interrupter: Interrupter
  var log: PipelineLog?
  /// What the calling thread has used of a processor.
  var processorTime: @Sendable () -> Duration
}
