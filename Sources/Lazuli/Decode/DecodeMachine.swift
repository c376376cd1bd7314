import LazuliCore

/// What a decoder's events mean, and what comes next: pure, knows no decoder, no thread, no memory.
///
/// All limits are checked here once more, whatever the plugin checked.
struct DecodeMachine {
  /// What to do next.
  enum Action {
    case step
    case feed
    /// The header is known and within the limits; `plan` holds what to configure.
    case header
    /// Memory is wanted for a frame.
    case open(PixelLayout)
    /// A window onto a frame of that layout.
    case openWindow(PixelLayout)
    /// Rows have their values.
    case rows(Range<Int>)
    /// A frame that nobody wants.
    case skip
    /// The surface holds the whole of `frame`.
    case frame(FrameInformation)
    case finish
    case fail(DecoderFailure)
  }

  let wish: DecodeWish
  let limits: DecodingLimits
  /// As known so far.
  private(set) var header: ImageHeader?
  private(set) var plan: DecodePlan?
  private(set) var metadata: [MetadataItem] = []
  private(set) var warnings = ImageWarnings()
  /// The frame whose surface is being written.
  private(set) var frame: FrameInformation?
  /// The rows of `frame` which have values.
  private(set) var coverage = RowCoverage()
  /// Those of the latest pass.
  private var passCoverage = RowCoverage()
  private var pass = 0
  /// Whether previews are wanted when the header comes.
  var wantsPreviews = false
  private var metadataByteCount = 0
  private var givenFrameCount = 0

  init(_ wish: DecodeWish, limits: DecodingLimits) {
    self.wish = wish
    self.limits = limits
  }

  mutating func handle(_ event: DecoderEvent) throws(ImageError) -> Action {
    switch event {
    case .needInput: return isKnownEnough ? .finish : .feed
    case .working: return .step
    case .header(let header): return try begin(header)
    case .metadata(let item): learn(item)
    case .frame(let frame): return isKnownEnough ? .finish : try open(frame)
    case .rows(let rows, let pass): return try cover(rows, pass)
    case .passDone(let pass, let count): try check(pass: max(pass, (count ?? 0) - 1))
    case .frameDone: return endFrame()
    case .done(let frameCount, let playCount): return try end(frameCount, playCount)
    case .warning(let failure): warnings.append(ImageWarning(failure.error))
    case .failure(let failure): return .fail(failure)
    }
    return .step
  }

  private mutating func begin(_ header: ImageHeader) throws(ImageError) -> Action {
    guard self.header == nil else { throw .misbehaved("gave a second header") }
    var header = header
    let early = self.metadata
    header.learn(early)
    self.header = header
    plan = try DecodePlan(for: header, wish, limits: limits, showsPasses: wantsPreviews)
    return .header
  }

  /// Plugins may tell of metadata behind the header that stand ahead of it in the file.
  private var isKnownEnough: Bool { wish.stopsAtHeader && header != nil }

  /// Metadata above the limit are left out, and count as an oddity.
  private mutating func learn(_ item: MetadataItem) {
    metadataByteCount += item.cost
    if let maximum = limits.maximumMetadataByteCount, metadataByteCount > maximum {
      return warnings.append(
        ImageWarning(
          .limitExceeded, at: .decode,
          "\(item.name) is left out: with it the metadata exceed \(maximum) bytes; raise the limit `metadata_bytes`"))
    }
    metadata.append(item)
    header?.learn([item])
  }

  private mutating func open(_ frame: FrameInformation) throws(ImageError) -> Action {
    guard let plan, self.frame == nil else { throw .misbehaved("began a frame out of order") }
    if wish.wantsAllFrames { try check(frameCount: frame.index + 1 - besideCount) }
    guard isWanted(frame) else { return .skip }
    let size = ImageSize(width: frame.rectangle.width, height: frame.rectangle.height)
    let format = plan.configuration.format
    guard let layout = PixelLayout(width: size.width, height: size.height, format: format) else {
      throw ImageError(.corrupt, at: .decode, "Frame \(frame.index) is \(size.width)×\(size.height) pixels")
    }
    let isStreamed = !plan.streamed.isEmpty && size == plan.canvas && frame.rectangle.isAtOrigin
    if !isStreamed { try limits.check(size, format, "Decoded, the image", at: .decode) }
    self.frame = frame
    coverage = RowCoverage()
    passCoverage = RowCoverage()
    return isStreamed ? .openWindow(layout) : .open(layout)
  }

  /// Of a still image or of pages the first; of an animation what belongs to it.
  private func isWanted(_ frame: FrameInformation) -> Bool {
    if wish.wantsAllFrames { return frame.isInAnimation }
    return givenFrameCount == 0
  }

  private mutating func cover(_ rows: Range<Int>, _ pass: Int) throws(ImageError) -> Action {
    try check(pass: pass)
    coverage.add(rows)
    if pass != self.pass { passCoverage = RowCoverage() }
    self.pass = pass
    passCoverage.add(rows)
    return .rows(rows)
  }

  /// Whether each row was told of in the latest pass.
  var isPassComplete: Bool {
    frame.map { passCoverage.isComplete(in: 0..<$0.rectangle.height) } ?? false
  }

  private func check(frameCount: Int) throws(ImageError) {
    guard let maximum = limits.maximumFrameCount, frameCount > maximum else { return }
    throw .exceeded(.frames, at: .decode, "The animation's frames", frameCount, allowed: maximum)
  }

  /// The pictures beside the animation.
  private var besideCount: Int { header?.hasDefaultImage == true ? 1 : 0 }

  private func check(pass: Int) throws(ImageError) {
    guard let maximum = limits.maximumPassCount, pass >= maximum else { return }
    throw .exceeded(.passes, at: .decode, "The image's passes", pass + 1, allowed: maximum)
  }

  private mutating func endFrame() -> Action {
    guard let frame else { return .step }
    self.frame = nil
    givenFrameCount += 1
    return .frame(frame)
  }

  private mutating func end(_ frameCount: Int, _ playCount: Int) throws(ImageError) -> Action {
    guard givenFrameCount > 0 || header == nil || wish.wantsAllFrames else {
      throw ImageError(.corrupt, at: .decode, "The image has no frame; the file may have been cut off")
    }
    header?.playCount = playCount
    if plan?.configuration.stopsEarly == false, header?.hasPages == false {
      let count = max(1, frameCount - besideCount)
      if !wish.options.onlyFirstFrame { try check(frameCount: count) }
      header?.frameCount = count
    }
    return .finish
  }
}

extension ImageHeader {
  /// What metadata know better.
  mutating func learn(_ items: [MetadataItem]) {
    for item in items {
      switch item {
      case .icc(let profile): color.iccProfile = profile
      case .orientation(let orientation): self.orientation = orientation
      case .playCount(let count): playCount = count
      case .frameCount(let count): frameCount = count
      case .exif, .xmp, .text: break
      }
    }
  }
}

extension PixelRectangle {
  fileprivate var isAtOrigin: Bool { x == 0 && y == 0 }
}

extension MetadataItem {
  fileprivate var name: String {
    switch self {
    case .icc: "The ICC profile"
    case .exif: "EXIF"
    case .xmp: "XMP"
    case .text: "A text"
    case .orientation: "The orientation"
    case .playCount, .frameCount: "A count"
    }
  }

  /// The bytes it takes, with something for the item itself: a million empty ones are not free.
  fileprivate var cost: Int {
    switch self {
    case .icc(let bytes), .exif(let bytes), .xmp(let bytes): 64 + bytes.count
    case .text(let keyword, let text): 64 + keyword.utf8.count + text.utf8.count
    case .orientation, .playCount, .frameCount: 64
    }
  }
}

extension ImageError {
  /// A plugin did what its contract forbids.
  static func misbehaved(_ what: String) -> ImageError {
    ImageError(.pluginMisbehaved, at: .decode, "The plugin \(what); report it to its author, or disable the plugin")
  }
}
