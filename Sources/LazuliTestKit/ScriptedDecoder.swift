public import Lazuli
import Synchronization

/// What a test wants to know of the decoders that the engine made.
public final class DecoderRecord: Sendable {
  public struct Calls: Sendable {
    public var madeCount = 0
    public var fed: [UInt8] = []
    public var feeds: [(count: Int, isFinal: Bool, isStable: Bool)] = []
    public var configurations: [DecoderConfiguration] = []
    /// `nil` for a frame that was not wanted.
    public var surfaces: [PixelLayout?] = []
    public var stepCount = 0
    /// Steps that were asked to show early passes.
    public var previewStepCount = 0
    public var interruptCount = 0
    public var endedCount = 0
  }

  private let state = Mutex(Calls())
  /// Fires when a step blocks.
  public let blocked = Signal()
  /// Fires with the first decoder's end.
  public let ended = Signal()
  public var calls: Calls { state.withLock { $0 } }

  func note(_ change: (inout Calls) -> Void) { state.withLock { change(&$0) } }
}

/// A codec whose decoders say what a test wrote down.
public struct ScriptedProvider: ImageDecoderProvider {
  public enum Step: Sendable {
    case event(DecoderEvent)
    /// Fills rows of the surface with one byte, and tells.
    case fill(Range<Int>, UInt8)
    /// The step ends only when it is interrupted.
    case block
  }

  public var plugin = "test.scripted"
  public var format = "scripted"
  public var needsWholeInput = false
  public var script: [Step]
  public let record = DecoderRecord()

  public init(_ script: [Step], plugin: String = "test.scripted", needsWholeInput: Bool = false) {
    self.script = script
    self.plugin = plugin
    self.needsWholeInput = needsWholeInput
  }

  public func makeDecoder(limits: DecodingLimits) throws(ImageError) -> any ImageDecoder {
    record.note { $0.madeCount += 1 }
    return ScriptedDecoder(script, record)
  }
}

extension [ScriptedProvider.Step] {
  /// A still image, one value in each pixel.
  public static func still(_ header: ImageHeader, _ value: UInt8 = 7) -> Self {
    let whole = PixelRectangle(x: 0, y: 0, width: header.width, height: header.height)
    return [.event(.header(header))] + frame(0, whole, value) + [.event(.done(frameCount: 1, playCount: 1))]
  }

  public static func frame(
    _ index: Int, _ rectangle: PixelRectangle, _ value: UInt8, delay: Int = 10,
    disposal: FrameInformation.Disposal = .none, isInAnimation: Bool = true
  ) -> Self {
    let information = FrameInformation(
      index: index, rectangle: rectangle, delay: .init(numerator: delay, denominator: 100), disposal: disposal,
      isInAnimation: isInAnimation)
    return [
      .event(.frame(information)), .fill(0..<rectangle.height, value), .event(.frameDone(index: index)),
    ]
  }
}

private final class ScriptedDecoder: ImageDecoder {
  private var steps: ArraySlice<ScriptedProvider.Step>
  private let record: DecoderRecord
  private let interruption = Gate()
  private var surface: PixelSurface?

  init(_ steps: [ScriptedProvider.Step], _ record: DecoderRecord) {
    self.steps = steps[...]
    self.record = record
  }

  deinit {
    record.note { $0.endedCount += 1 }
    record.ended.fire()
  }

  func feed(_ chunk: ByteChunk, isFinal: Bool, isStable: Bool) throws(ImageError) {
    chunk.withUnsafeBytes { bytes in
      record.note { calls in
        calls.fed.append(contentsOf: bytes)
        calls.feeds.append((bytes.count, isFinal, isStable))
      }
    }
  }

  func step(wantsPreview: Bool) -> DecoderEvent {
    record.note { calls in
      calls.stepCount += 1
      if wantsPreview { calls.previewStepCount += 1 }
    }
    switch steps.popFirst() {
    case .event(let event): return event
    case .fill(let rows, let value):
      guard let surface else { return .working }
      surface.withUnsafeMutableBytes { bytes in
        for row in rows {
          let start = row % surface.height * surface.bytesPerRow
          for index in start..<start + surface.layout.usedBytesPerRow { bytes[index] = value }
        }
      }
      return .rows(rows, pass: 0)
    case .block:
      record.blocked.fire()
      interruption.pass()
      return .failure(DecoderFailure(error: ImageError(.cancelled, at: .decode, "Interrupted")))
    case nil: return .working
    }
  }

  func configure(_ configuration: DecoderConfiguration) throws(ImageError) {
    record.note { $0.configurations.append(configuration) }
  }

  func setSurface(_ surface: PixelSurface?) throws(ImageError) {
    self.surface = surface
    record.note { $0.surfaces.append(surface?.layout) }
  }

  func interrupt() {
    record.note { $0.interruptCount += 1 }
    interruption.open()
  }

  func rewind() throws(ImageError) {}
}
