import LazuliABI
import LazuliPluginKit

/// The blocks of a GIF file, one after the other, as browsers read them.
///
/// The walk over the blocks is the plugin's own; what an image's data say is giflib's.
final class GIFDecoder: PluginDecoder {
  private enum Place {
    case screen, block, extensionLabel, extensionData, image
    case header, frame, data, pixels, frameEnd
    case end
  }

  /// Blocks which are walked over in one step.
  private static let blockBudget = 1 << 16

  private let limits: PluginLimits
  private var place = Place.screen
  private var canvas = lzl_rectangle()
  private var bitsPerSample: UInt32 = 8
  private var globalPalette = GIFPalette()
  private var control = GIFControl()
  private var current = GIFExtension(label: 0, capacity: 0)
  private var image = GIFImage(emptyScreen: 0, 0)
  private var metadata: GIFMetadata
  /// What is to be said behind the header.
  private var pending = StepQueue()
  /// Whether metadata was left out: that is said once.
  private var hasLargeItem = false
  private var counter = FrameCounter()
  private var playCount: UInt32?
  private var isHeaderOut = false
  private var hasPasses = false
  private var imageCount = 0
  /// Whether an image was finished, or some of its rows.
  private(set) var arePixelsUsable = false

  private var surface: PluginSurface?
  private var rows: IndexRows?
  private var painter: FramePainter?
  private var walk = DataWalk()
  private var isTruncated = false

  init(limits: PluginLimits, settings: PluginSettings) throws(PluginError) {
    self.limits = limits
    metadata = GIFMetadata(maximumByteCount: limits.values.maximum_metadata_bytes)
    try limits.check(workingByteCount: UInt64(IndexRows.byteCount))
  }

  func step(_ input: inout PluginInput, wantsPreview: Bool) throws(PluginError) -> DecoderStep {
    if isHeaderOut, let step = pending.next() { return step }
    switch place {
    case .screen: return try readScreen(&input)
    case .block: return try readBlocks(&input)
    case .extensionLabel: return readLabel(&input)
    case .extensionData: return readExtension(&input)
    case .image: return try readImage(&input)
    case .header: return makeHeader(input)
    case .frame: return beginFrame()
    case .data:
      guard let surface else { return skipData(&input) }
      return try collectData(input, surface)
    case .pixels: return try paint(&input, wantsPreview)
    case .frameEnd: return endFrame()
    case .end: return .done(playCount: playCount ?? 1)
    }
  }

  func configure(_ configuration: lzl_decode_config) throws(PluginError) {}

  func setSurface(_ surface: PluginSurface?) throws(PluginError) {
    self.surface = surface
  }

  func metadata(kind: UInt32, index: UInt32) -> [UInt8]? {
    metadata.bytes(kind: kind, index: index)
  }
}

// MARK: - Blocks

extension GIFDecoder {
  private func readScreen(_ input: inout PluginInput) throws(PluginError) -> DecoderStep {
    guard let screen = try GIFScreen(input.bytes) else { return .needInput }
    let end = GIFScreen.byteCount + screen.colorTableByteCount
    guard input.bytes.count >= end else { return .needInput }
    canvas.width = UInt32(screen.width)
    canvas.height = UInt32(screen.height)
    bitsPerSample = screen.bitsPerSample
    globalPalette = GIFPalette(UnsafeRawBufferPointer(rebasing: input.bytes[GIFScreen.byteCount..<end]))
    input.consume(end)
    place = .block
    return .working
  }

  private func readBlocks(_ input: inout PluginInput) throws(PluginError) -> DecoderStep {
    guard let mark = input.bytes.first else { return try endOfInput(input) }
    switch mark {
    case BlockMark.padding: skipPadding(&input)
    case BlockMark.image: place = .image
    case BlockMark.extension: place = .extensionLabel
    case BlockMark.trailer: endFile()
    default: try endAtUnknownBlock(input)
    }
    return .working
  }

  private func skipPadding(_ input: inout PluginInput) {
    let bytes = input.bytes.prefix(Self.blockBudget)
    input.consume(bytes.firstIndex { $0 != BlockMark.padding } ?? bytes.count)
  }

  /// The trailer may be missing; browsers do without it.
  private func endOfInput(_ input: PluginInput) throws(PluginError) -> DecoderStep {
    guard input.isFinal else { return .needInput }
    guard imageCount > 0 else { throw .truncated("The file ends before its first image", at: input.offset) }
    place = .end
    return .warning(.truncated("The file ends without a trailer", at: input.offset))
  }

  /// Browsers take what is no block for the end, once there is an image to be shown.
  private func endAtUnknownBlock(_ input: PluginInput) throws(PluginError) {
    guard imageCount > 0 else {
      throw .corrupt("A block of no known kind comes before the first image", at: input.offset)
    }
    place = .end
    pending.append(.warning(.corrupt("A block of no known kind ends the file", at: input.offset)))
  }

  /// A file without images is a screen on which nothing is drawn.
  private func endFile() {
    place = .end
    guard imageCount == 0 else { return }
    image = GIFImage(emptyScreen: canvas.width, canvas.height)
    beginImage()
  }

  private func readLabel(_ input: inout PluginInput) -> DecoderStep {
    guard input.bytes.count >= 2 else { return .needInput }
    current = GIFExtension(label: input.bytes[1], capacity: metadata.capacity)
    input.consume(2)
    place = .extensionData
    return .working
  }

  private func readExtension(_ input: inout PluginInput) -> DecoderStep {
    for _ in 0..<Self.blockBudget {
      guard let length = input.bytes.first, input.bytes.count > Int(length) else { return .needInput }
      guard length > 0 else {
        input.consume(1)
        endExtension(at: input.offset)
        return .working
      }
      current.take(UnsafeRawBufferPointer(rebasing: input.bytes[...Int(length)]))
      input.consume(1 + Int(length))
    }
    return .working
  }

  private func endExtension(at offset: UInt64) {
    place = .block
    switch current.finished() {
    case .control(let value): control = value
    case .loop(let count): setLoop(count)
    case .item(let kind, let bytes): keep(kind, bytes, at: offset)
    case .tooLarge: warnOfLargeItem(at: offset)
    case .nothing: break
    }
  }

  /// Repeated n times is played n + 1 times, as in browsers.
  private func setLoop(_ count: UInt16) {
    let value = count == 0 ? 0 : UInt32(count) + 1
    if isHeaderOut, playCount != value { pending.append(.value(kind: LZL_METADATA_PLAY_COUNT, UInt64(value))) }
    playCount = value
  }

  private func keep(_ kind: UInt32, _ bytes: [UInt8], at offset: UInt64) {
    guard let index = metadata.add(kind: kind, bytes) else { return warnOfLargeItem(at: offset) }
    pending.append(.metadata(kind: kind, index: index, size: bytes.count))
  }

  private func warnOfLargeItem(at offset: UInt64) {
    guard !hasLargeItem else { return }
    hasLargeItem = true
    var warning = PluginError.limit(
      LZL_LIMIT_METADATA_BYTES, needed: LZL_UNKNOWN, "An item of the metadata is left out: it is above the limit")
    warning.offset = offset
    pending.append(.warning(warning))
  }
}

// MARK: - Images

extension GIFDecoder {
  private func readImage(_ input: inout PluginInput) throws(PluginError) -> DecoderStep {
    guard var size = GIFImage.byteCount(input.bytes) else { return .needInput }
    guard input.bytes.count >= size || input.isFinal else { return .needInput }
    if isTrailerInPlaceOfTable(input) { size = GIFImage.descriptorByteCount }
    let bytes = UnsafeRawBufferPointer(rebasing: input.bytes.prefix(size))
    image = GIFImage(bytes, globalPalette: globalPalette, control: control)
    control = GIFControl()
    input.consume(size)
    beginImage()
    return .working
  }

  /// The last byte of a file whose last image has nothing but its descriptor, announced table or not.
  private func isTrailerInPlaceOfTable(_ input: PluginInput) -> Bool {
    let last = GIFImage.descriptorByteCount
    return input.isFinal && input.bytes.count == last + 1 && input.bytes[last] == BlockMark.trailer
  }

  private func beginImage() {
    if imageCount == 0 { growCanvas() }
    image.fill(canvas.width, canvas.height)
    place = imageCount == 0 ? .header : .frame
    imageCount += 1
  }

  /// A first image that does not fit makes the screen larger, as in browsers; also one of 0 × 0.
  private func growCanvas() {
    canvas.width = max(canvas.width, image.rectangle.x + image.rectangle.width)
    canvas.height = max(canvas.height, image.rectangle.y + image.rectangle.height)
  }

  private func makeHeader(_ input: PluginInput) -> DecoderStep {
    let isCounted = input.isWhole && image.hasData
    if isCounted, !counter.advance(input.bytes, budget: Self.blockBudget) { return .working }
    hasPasses = image.isInterlaced
    place = .frame
    isHeaderOut = true
    return .header(header(frameCount: isCounted ? UInt32(clamping: counter.count) : image.hasData ? 0 : 1))
  }

  private func header(frameCount: UInt32) -> lzl_header {
    var header = lzl_header()
    header.width = canvas.width
    header.height = canvas.height
    header.frame_count = frameCount
    header.play_count = playCount ?? 1
    // Any frame to come may leave pixels of the canvas alone.
    header.flags = LZL_HEADER_HAS_ALPHA
    if playCount != nil || frameCount > 1 { header.flags |= LZL_HEADER_ANIMATED }
    if hasPasses { header.flags |= LZL_HEADER_PASSES }
    if frameCount == 1, playCount == nil, !hasPasses, coversCanvas { header.flags |= LZL_HEADER_ROWS_IN_ORDER }
    header.native_format = LZL_FORMAT_RGBA8
    // Alpha is all or nothing and transparent pixels are 0: both are the same bytes.
    header.formats = LZL_FORMAT_BIT_RGBA8 | LZL_FORMAT_BIT_RGBA8_PREMULTIPLIED
    header.bits_per_sample = bitsPerSample
    header.samples_per_pixel = 1
    if let profile = metadata.bytes(kind: LZL_METADATA_ICC, index: 0) {
      header.color.flags = LZL_COLOR_ICC
      header.color.icc_size = UInt64(profile.count)
    }
    return header
  }

  private var coversCanvas: Bool {
    let frame = image.rectangle
    return frame.x == 0 && frame.y == 0 && frame.width == canvas.width && frame.height == canvas.height
  }

  private func beginFrame() -> DecoderStep {
    place = .data
    walk = DataWalk()
    isTruncated = false
    surface = nil
    if image.isEmpty { arePixelsUsable = true }
    return .frame(image.frame)
  }

  private func endFrame() -> DecoderStep {
    arePixelsUsable = true
    surface = nil
    painter = nil
    place = .block
    return .frameDone
  }
}

// MARK: - Data

extension GIFDecoder {
  /// Walks over the data of an image that nobody wants.
  private func skipData(_ input: inout PluginInput) -> DecoderStep {
    if isTrailerInPlaceOfData(input) { image.hasData = false }
    guard image.hasData else { return endFrame() }
    guard walk.advance(input.bytes, budget: Self.blockBudget) else { return .working }
    walk.drop(from: &input)
    return walk.isComplete ? endFrame() : .needInput
  }

  /// Waits for all data of an image: giflib pulls and cannot wait in the middle of a row.
  private func collectData(_ input: PluginInput, _ surface: PluginSurface) throws(PluginError) -> DecoderStep {
    if isTrailerInPlaceOfData(input) { image.hasData = false }
    if image.hasData {
      guard walk.advance(input.bytes, budget: Self.blockBudget) else { return .working }
      try limits.check(workingByteCount: UInt64(IndexRows.byteCount + input.bytes.count))
      guard walk.isComplete || input.isFinal else { return .needInput }
      isTruncated = !walk.isComplete
    }
    painter = try makePainter(input, surface)
    place = .pixels
    return .working
  }

  /// The last byte of a file whose last image has neither code size nor data.
  private func isTrailerInPlaceOfData(_ input: PluginInput) -> Bool {
    input.isFinal && input.bytes.count == 1 && input.bytes[0] == BlockMark.trailer && walk.position == 1
  }

  private func makePainter(_ input: PluginInput, _ surface: PluginSurface) throws(PluginError) -> FramePainter {
    let rows = try sharedRows()
    var painter = FramePainter(
      surface: surface, rows: rows, palette: image.palette, isInterlaced: image.isInterlaced,
      isCompleting: !isTruncated || image.isEmpty)
    if image.hasData, let codeSize = input.bytes.first, LZWDecoder.codeSizes.contains(Int(codeSize)) {
      let data = UnsafeRawBufferPointer(rebasing: input.bytes[1..<min(walk.position, input.bytes.count)])
      rows.begin(width: surface.width, height: surface.height, codeSize: codeSize, data)
    } else {
      painter.skipData()
    }
    return painter
  }

  /// Made for the first image whose pixels are wanted.
  private func sharedRows() throws(PluginError) -> IndexRows {
    if let rows { return rows }
    let rows = try IndexRows.make()
    self.rows = rows
    return rows
  }

  private func paint(_ input: inout PluginInput, _ wantsPreview: Bool) throws(PluginError) -> DecoderStep {
    guard let progress = painter?.advance(wantsPreview: wantsPreview && hasPasses), let painter else { return .working }
    switch progress {
    case .rows(let first, let count):
      arePixelsUsable = arePixelsUsable || painter.storedRowCount > 0
      return .rows(first: first, count: count, pass: hasPasses ? painter.order.pass : 0)
    case .passDone where hasPasses:
      return .passDone(pass: painter.order.pass - 1, of: painter.order.passCount)
    case .passDone, .working:
      return .working
    case .done(let isWhole):
      if image.hasData { walk.drop(from: &input) }
      if !isWhole { try endDamagedImage(at: input.offset) }
      place = .frameEnd
      return .working
    }
  }

  private func endDamagedImage(at offset: UInt64) throws(PluginError) {
    guard !isTruncated else {
      throw .truncated("The file ends within the pixels of an image", at: offset).withUsablePixels(arePixelsUsable)
    }
    var warning = PluginError.corrupt(
      image.hasData ? "The data of an image do not reach to its last pixel" : "No pixels are stored", at: offset)
    warning.libraryCode = Int64(rows?.libraryCode ?? 0)
    pending.append(.warning(warning))
  }
}
