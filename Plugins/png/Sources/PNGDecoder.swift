import LazuliABI
import LazuliPluginKit

/// Decodes PNG and APNG (PNG third edition). The chunks are read here, the pixels by a `PictureReader`.
final class PNGDecoder: PluginDecoder {
  enum Stage {
    case signature
    case chunk
    case data(DataChunk)
    /// Bytes of a chunk that nobody wants, with its check sum.
    case skipped(left: UInt64)
    case ended
  }

  let limits: PluginLimits
  var stage = Stage.signature
  /// Told one by one, before anything else happens.
  var steps: [DecoderStep] = []
  /// Thrown once all steps are told.
  var failure: PluginError?
  var image: ImageDescription?
  var animation = Animation()
  var metadata: Metadata
  /// Whether the frames of the file are played; settled with the header.
  var isAnimated = false
  /// What is wrong with the animation, as long as that only makes the file a still image.
  var animationFault: PluginError?
  var isHeaderGiven = false
  var isImageDone = false
  var picture: Picture?
  var finishedFrameCount = 0
  var hasRows = false
  private var format: UInt32 = 0

  init(limits: PluginLimits, settings: PluginSettings) throws(PluginError) {
    self.limits = limits
    metadata = Metadata(limits: limits)
  }

  /// Of image data whose size is in dispute not even the beginning is worth showing when it fails.
  var arePixelsUsable: Bool { hasRows && !animation.isImageSizeDisputed }

  func step(_ input: inout PluginInput, wantsPreview: Bool) throws(PluginError) -> DecoderStep {
    let step = try advance(&input, wantsPreview)
    guard case .needInput = step, input.isFinal else { return step }
    giveUp()
    return steps.isEmpty ? step : tellNext()
  }

  private func advance(_ input: inout PluginInput, _ wantsPreview: Bool) throws(PluginError) -> DecoderStep {
    // What is read by then goes ahead of the header: who wants no more than that has all of it.
    if steps.isEmpty { steps = metadata.takeAnnouncements() }
    if !steps.isEmpty { return tellNext() }
    if let failure { throw failure }
    switch stage {
    case .signature: return try readSignature(&input)
    case .chunk: return try readChunk(&input, wantsPreview)
    case .data(let chunk): return try readData(chunk, &input, wantsPreview)
    case .skipped(let left): return skip(left, &input)
    case .ended: return .done(playCount: isAnimated ? animation.playCount : 1)
    }
  }

  func configure(_ configuration: lzl_decode_config) throws(PluginError) {
    guard let image else { return }
    format = configuration.format
    // Two rows and what transformations need, or a block of rows, and the windows of the decompressor.
    try limits.check(workingByteCount: UInt64(image.width) * 24 + 3 * 65_536)
  }

  func setSurface(_ surface: PluginSurface?) throws(PluginError) {
    guard let image, let surface else { return }
    picture?.reader =
      image.isInterlaced
      ? try PassReader.make(image, format: format, surface: surface)
      : try RowReader.make(image, format: format, surface: surface)
  }

  func metadata(kind: UInt32, index: UInt32) -> [UInt8]? {
    metadata.item(kind: kind, index: index).map { [UInt8]($0.bytes) }
  }

  func warn(_ error: PluginError) {
    steps.append(.warning(error))
  }

  /// The next step that was noted down, or that there was none.
  func tellNext() -> DecoderStep {
    guard !steps.isEmpty else { return .working }
    let step = steps.removeFirst()
    if case .rows = step { hasRows = true }
    return step
  }

  private func readSignature(_ input: inout PluginInput) throws(PluginError) -> DecoderStep {
    let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    let front = input.bytes.prefix(signature.count)
    guard front.elementsEqual(signature.prefix(front.count)) else {
      throw PluginError(LZL_ERROR_NOT_THIS_FORMAT, "The file does not begin with PNG's signature")
    }
    guard front.count == signature.count else { return .needInput }
    input.consume(signature.count)
    stage = .chunk
    return .working
  }

  private func skip(_ left: UInt64, _ input: inout PluginInput) -> DecoderStep {
    let count = min(left, UInt64(input.bytes.count))
    input.consume(Int(count))
    stage = count == left ? .chunk : .skipped(left: left - count)
    return count == left ? .working : .needInput
  }
}
