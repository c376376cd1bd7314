import LazuliABI
import LazuliTestSupport

/// Decodes a file, one call of the contract at a time, and notes down what comes of it and whether the
/// decoder keeps the contract.
///
/// Not bound to one decoder: `advance` takes the decoder that all earlier calls were made to.
public struct DecodeWalk {
  enum Action {
    case feed, step, configure, setSurface, nothing
  }

  public internal(set) var decoding = Decoding()
  public let plan: DecodePlan
  let bytes: [UInt8]
  private let chunks: [(range: Range<Int>, flags: UInt32)]
  private var fedCount = 0
  private var stepCount = 0
  private var flagChanges: SeededGenerator?
  private var areFlagsSet = false
  var action = Action.feed
  /// Of the frame under way.
  var surface: GuardedSurface?
  /// What rows held when ROWS named them.
  var toldRows: [Int: [UInt8]] = [:]
  var isFrameOpen = false

  public init(_ bytes: [UInt8], _ plan: DecodePlan = DecodePlan()) {
    self.bytes = bytes
    self.plan = plan
    chunks = plan.cuts.chunks(of: bytes)
    flagChanges = plan.stepFlagSeed.map(SeededGenerator.init)
  }

  public var isEnded: Bool { action == .nothing }
  var isAllFed: Bool { fedCount == chunks.count }

  /// All calls up to DONE or ERROR.
  public static func run(
    _ decoder: any DecoderUnderTest, _ bytes: [UInt8], _ plan: DecodePlan = DecodePlan()
  ) throws -> Decoding {
    var walk = DecodeWalk(bytes, plan)
    while try walk.advance(decoder) {}
    return walk.decoding
  }

  /// Makes the next call; false when there is none left.
  public mutating func advance(_ decoder: any DecoderUnderTest) throws -> Bool {
    switch action {
    case .feed: try feed(decoder)
    case .step: try step(decoder)
    case .configure: try configure(decoder)
    case .setSurface: try setSurface(decoder)
    case .nothing: return false
    }
    return !isEnded
  }

  private mutating func feed(_ decoder: any DecoderUnderTest) throws {
    let chunk = chunks[fedCount]
    fedCount += 1
    take(try decoder.feed(bytes[chunk.range], flags: chunk.flags), of: "feed")
  }

  private mutating func step(_ decoder: any DecoderUnderTest) throws {
    stepCount += 1
    guard stepCount < bytes.count * 8 + 20_000 else { throw HarnessError("The decoder does not come to an end") }
    try take(try decoder.step(flags: nextStepFlags()), decoder)
  }

  private mutating func nextStepFlags() -> UInt32 {
    guard var random = flagChanges else { return plan.stepFlags }
    if Int.random(in: 0..<8, using: &random) == 0 { areFlagsSet.toggle() }
    flagChanges = random
    return areFlagsSet ? plan.stepFlags : 0
  }

  private mutating func configure(_ decoder: any DecoderUnderTest) throws {
    guard let header = decoding.header else { return }
    take(try decoder.configure(plan.configuration(for: header)), of: "configure")
  }

  private mutating func setSurface(_ decoder: any DecoderUnderTest) throws {
    guard let header = decoding.header, let frame = decoding.frames.last?.frame else { return }
    guard plan.wantsPixels else { return take(try decoder.setSurface(lzl_surface(), nil), of: "set_surface") }
    let surface = try GuardedSurface(
      frame.rectangle, height: surfaceHeight(frame.rectangle), format: plan.format ?? header.native_format, plan,
      isZeroed: decoding.hasPasses, for: decoder)
    self.surface = surface
    take(try decoder.setSurface(surface.surface, surface.memory), of: "set_surface")
  }

  private func surfaceHeight(_ rectangle: lzl_rectangle) -> UInt32 {
    guard decoding.hasRowsInOrder, let height = plan.windowHeight else { return rectangle.height }
    return min(UInt32(height), rectangle.height)
  }

  /// An error of the instance is told by the next step.
  private mutating func take(_ status: lzl_status, of call: String) {
    action = .step
    guard status == LZL_ERROR_INVALID_ARGUMENT || status == LZL_ERROR_INVALID_STATE else { return }
    decoding.violations.append("\(call) answered \(status)")
    action = .nothing
  }
}
