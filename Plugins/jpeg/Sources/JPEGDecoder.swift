import CLazuliJPEG
import LazuliABI
import LazuliPluginKit

/// JPEG, by libjpeg-turbo, a step at a time.
///
/// An image of one scan is decoded row by row as its bytes come. One of several scans (progressive, or
/// a scan for each component) is read into coefficients; its pixels are made once at the end, or after
/// each scan when previews are wanted.
final class JPEGDecoder: PluginDecoder {
  private enum Stage {
    case signature
    case header
    case frame
    /// The library's memory is due.
    case start
    /// An image of one scan.
    case rows
    /// An image of several scans: coefficients are read.
    case scans
    /// An image of several scans: pixels are made of its coefficients.
    case output
    /// The pixels are shown, and the next scan is looked for.
    case outputEnd
    /// The frame is done: what stands behind the pixels is read.
    case rest
    case done
  }

  /// Some milliseconds' work: pixels made in one step, blocks read in one step.
  private static let pixelsPerStep = 1 << 18
  private static let blocksPerStep = 1 << 14

  private let limits: PluginLimits
  private let reader: JPEGReader
  private var metadata: JPEGMetadata
  private var stage = Stage.signature
  private var info = lzljpeg_info()
  private var configuration = lzl_decode_config()
  private var surface: PluginSurface?
  /// Said before the next step is made.
  private var pending: [DecoderStep] = []
  /// Thrown when all of `pending` is said.
  private var failure: PluginError?
  /// What ended the input of an image of several scans, to be thrown when its pixels are made.
  private var inputFailure: PluginError?
  private var isHeaderTold = false
  private var toldRowCount = 0
  /// The last scan that was shown, and the one which was under way then.
  private var shownScan = 0
  private var scanBehindOutput = 0

  init(limits: PluginLimits, settings: PluginSettings) throws(PluginError) {
    self.limits = limits
    metadata = JPEGMetadata(limits: limits)
    reader = try JPEGReader()
  }

  private(set) var arePixelsUsable = false

  func step(_ input: inout PluginInput, wantsPreview: Bool) throws(PluginError) -> DecoderStep {
    guard pending.isEmpty else { return pending.removeFirst() }
    if let failure { throw failure }
    var step = DecoderStep.working
    do throws(PluginError) {
      step = try advance(&input, wantsPreview)
    } catch {
      failure = error
    }
    return warnings(before: step)
  }

  /// What was noticed on the way to a step is told ahead of it, however the input was cut.
  private func warnings(before step: DecoderStep) -> DecoderStep {
    var steps: [DecoderStep] = []
    while let warning = reader.nextWarning() { steps.append(.warning(warning)) }
    guard !steps.isEmpty else { return step }
    pending = steps + [step] + pending
    return pending.removeFirst()
  }

  func configure(_ configuration: lzl_decode_config) throws(PluginError) {
    try limits.check(workingByteCount: info.working_byte_count)
    self.configuration = configuration
  }

  func setSurface(_ surface: PluginSurface?) throws(PluginError) {
    self.surface = surface
    guard surface == nil else { return }
    pending.append(.frameDone)
    stage = .done
  }

  func metadata(kind: UInt32, index: UInt32) -> [UInt8]? {
    metadata.bytes(kind: kind, index: index)
  }

  private func advance(_ input: inout PluginInput, _ wantsPreview: Bool) throws(PluginError) -> DecoderStep {
    switch stage {
    case .signature: return try readSignature(input)
    case .frame: return beginFrame()
    case .done: return .done(playCount: 1)
    case .start: return try start(input)
    default: break
    }
    return try reader.withInput(&input) { () throws(PluginError) in
      switch stage {
      case .header: try readHeader()
      case .rows: try readRows()
      case .scans: try readScans(wantsPreview)
      case .output: try makeRows()
      case .outputEnd: try finishOutput()
      default: readRest()
      }
    }
  }
}

// MARK: - Header

extension JPEGDecoder {
  private func readSignature(_ input: PluginInput) throws(PluginError) -> DecoderStep {
    let bytes = input.bytes
    guard bytes.count >= 2 || input.isFinal else { return .needInput }
    guard bytes.count >= 2, bytes[0] == 0xFF, bytes[1] == 0xD8 else {
      throw PluginError(LZL_ERROR_NOT_THIS_FORMAT, "The file does not begin as JPEG does, with FF D8")
    }
    stage = .header
    return .working
  }

  private func readHeader() throws(PluginError) -> DecoderStep {
    let answer = try reader.readHeader()
    guard answer == LZLJPEG_READY else { return wait(answer) }
    info = reader.info
    pending += metadata.finishICC()
    // Behind what was announced, so that who wants no more than the header has all of it.
    pending.append(.header(try lzl_header(info, metadata)))
    isHeaderTold = true
    stage = .frame
    return pending.removeFirst()
  }

  /// What to do when the library wants something first.
  private func wait(_ answer: Int32) -> DecoderStep {
    guard answer == LZLJPEG_SEGMENT else { return .needInput }
    let orientation = metadata.orientation
    reader.takeSegment { marker, bytes in
      pending += metadata.take(marker: marker, bytes)
    }
    if isHeaderTold, metadata.orientation != orientation {
      pending.append(.value(kind: LZL_METADATA_ORIENTATION, UInt64(metadata.orientation)))
    }
    return .working
  }

  private func beginFrame() -> DecoderStep {
    var frame = lzl_frame()
    frame.rectangle.width = scaled(info.width)
    frame.rectangle.height = scaled(info.height)
    frame.delay_denominator = 1
    stage = .start
    return .frame(frame)
  }

  private var numerator: UInt32 { configuration.scale_denominator == 8 ? configuration.scale_numerator : 8 }

  private func scaled(_ side: UInt32) -> UInt32 { (side * numerator + 7) / 8 }

  private func start(_ input: PluginInput) throws(PluginError) -> DecoderStep {
    // The arithmetic decoder cannot be stopped where the input happens to end.
    guard !info.is_arithmetic || input.isFinal else { return .needInput }
    try reader.start(format: configuration.format, numerator: numerator)
    guard reader.outputWidth == surface?.width, reader.outputHeight == surface?.height else {
      throw PluginError(LZL_ERROR_INTERNAL, "libjpeg makes pixels of another size than was announced")
    }
    stage = info.has_scans ? .scans : .rows
    return .working
  }
}

// MARK: - One scan

extension JPEGDecoder {
  private func readRows() throws(PluginError) -> DecoderStep {
    guard let surface else { return .working }
    let first = toldRowCount
    let answer = try catchingUsable { () throws(PluginError) in
      try reader.readRows(into: surface, count: rowsPerStep(surface))
    }
    let rows = takeRows(pass: 0)
    if reader.isCut {
      failure = truncation
    } else if reader.row == surface.height {
      pending.append(.frameDone)
      stage = .rest
    } else if answer != LZLJPEG_READY, toldRowCount == first {
      return wait(answer)
    }
    return rows
  }

  private func rowsPerStep(_ surface: PluginSurface) -> Int {
    min(Self.pixelsPerStep / surface.width + 1, surface.rowCapacity)
  }

  /// Rows finished since this was asked last, converted and told.
  private func takeRows(pass: Int) -> DecoderStep {
    guard let surface else { return .working }
    let end = min(reader.row, reader.trustedRowCount)
    guard end > toldRowCount else { return .working }
    let first = toldRowCount
    toldRowCount = end
    arePixelsUsable = true
    convertRows(of: surface, first: first, count: end - first)
    return .rows(first: first, count: end - first, pass: pass)
  }

  private func convertRows(of surface: PluginSurface, first: Int, count: Int) {
    guard Int32(info.color) == LZLJPEG_CMYK, configuration.format == LZL_FORMAT_RGBA8 else { return }
    for row in first..<(first + count) {
      lzljpeg_convert_cmyk(surface.row(row), surface.width, info.has_adobe_marker)
    }
  }

  /// Reads up to the end marker. The pixels are complete: nothing found here is an error.
  private func readRest() -> DecoderStep {
    do throws(PluginError) {
      let answer = try reader.consume(rows: 1)
      if answer == LZLJPEG_SUSPENDED || answer == LZLJPEG_SEGMENT { return wait(answer) }
      guard answer == LZLJPEG_END else { return .working }
    } catch {
      pending.append(.warning(error))
    }
    finishWarnings()
    stage = .done
    return .working
  }

  private func collectWarnings() {
    while let warning = reader.nextWarning() { pending.append(.warning(warning)) }
  }

  private func finishWarnings() {
    collectWarnings()
    if reader.isEnded { pending.append(.warning(.truncated("The file ends without an end marker"))) }
    let count = reader.repeatedWarningCount
    if count > 0 {
      pending.append(.warning(.corrupt("libjpeg found \(count) more faults of the kinds told before")))
    }
  }

  private var truncation: PluginError {
    .truncated("The file ends in the middle of its pixels").withUsablePixels(arePixelsUsable)
  }

  private func catchingUsable<Answer>(_ body: () throws(PluginError) -> Answer) throws(PluginError) -> Answer {
    do throws(PluginError) {
      return try body()
    } catch {
      throw error.withUsablePixels(arePixelsUsable)
    }
  }
}

// MARK: - Several scans

extension JPEGDecoder {
  private func readScans(_ wantsPreview: Bool) throws(PluginError) -> DecoderStep {
    switch try consumeScans() {
    case LZLJPEG_SCAN_DONE where wantsPreview: try beginOutput(of: reader.scan)
    case LZLJPEG_SCAN_BEGUN: return beginScan()
    case LZLJPEG_END where shownScan == reader.scan: finishScans()
    case LZLJPEG_END: try beginOutput(of: reader.scan)
    // Nobody wanted to see it when it was done.
    case LZLJPEG_SUSPENDED where wantsPreview && shownScan < reader.scan - 1: try beginOutput(of: reader.scan - 1)
    case let answer where answer == LZLJPEG_SUSPENDED || answer == LZLJPEG_SEGMENT: return wait(answer)
    default: break
    }
    return .working
  }

  /// A fault between scans ends the input: what the scans before it gave is still shown.
  private func consumeScans() throws(PluginError) -> Int32 {
    let blocksPerRow = (Int(info.width) + 7) / 8 * Int(info.component_count)
    do throws(PluginError) {
      return try reader.consume(rows: Self.blocksPerStep / blocksPerRow + 1)
    } catch {
      try abandonInput(error)
      return LZLJPEG_READY
    }
  }

  private func abandonInput(_ error: PluginError) throws(PluginError) {
    guard inputFailure == nil else { throw error.withUsablePixels(arePixelsUsable) }
    inputFailure = error
    reader.abandonInput()
  }

  private func beginScan() -> DecoderStep { .passDone(pass: reader.scan - 2, of: 0) }

  private func beginOutput(of scan: Int) throws(PluginError) {
    try reader.beginOutput(of: scan)
    toldRowCount = 0
    shownScan = scan
    scanBehindOutput = reader.scan
    stage = .output
  }

  private func makeRows() throws(PluginError) -> DecoderStep {
    guard let surface else { return .working }
    let first = toldRowCount
    var answer = LZLJPEG_READY
    do throws(PluginError) {
      answer = try reader.readRows(into: surface, count: rowsPerStep(surface))
    } catch {
      // To smooth what is not known yet, the library reads ahead to the next scan.
      try abandonInput(error)
    }
    let rows = takeRows(pass: scanBehindOutput - 1)
    if reader.row == surface.height {
      stage = .outputEnd
    } else if answer != LZLJPEG_READY, toldRowCount == first {
      return wait(answer)
    }
    return rows
  }

  private func finishOutput() throws(PluginError) -> DecoderStep {
    do throws(PluginError) {
      let answer = try reader.finishOutput()
      guard answer == LZLJPEG_READY else { return wait(answer) }
    } catch {
      try abandonInput(error)
      return .working
    }
    stage = .scans
    return reader.scan > scanBehindOutput ? beginScan() : .working
  }

  private func finishScans() {
    if let inputFailure {
      failure = inputFailure.withUsablePixels(arePixelsUsable)
    } else if reader.isCut {
      failure = truncation
    } else {
      collectWarnings()
      pending.append(.frameDone)
      finishWarnings()
      stage = .done
    }
  }
}
