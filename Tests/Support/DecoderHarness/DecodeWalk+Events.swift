import LazuliABI

/// What events say, and what they may say.
extension DecodeWalk {
  mutating func take(_ event: lzl_event, _ decoder: any DecoderUnderTest) throws {
    expect(event.reserved == 0 && event.reserved_2 == 0, "a reserved member is not zero")
    let payload = event.payload
    switch event.kind {
    case LZL_EVENT_NEED_INPUT: needInput()
    case LZL_EVENT_HEADER: take(payload.header)
    case LZL_EVENT_METADATA: try take(payload.metadata, decoder)
    case LZL_EVENT_FRAME: take(payload.frame)
    case LZL_EVENT_ROWS: take(payload.rows)
    case LZL_EVENT_PASS_DONE: take(payload.pass)
    case LZL_EVENT_FRAME_DONE: take(payload.frame_done)
    case LZL_EVENT_DONE: try finish(payload.done, decoder)
    case LZL_EVENT_WARNING: warn(payload.error)
    case LZL_EVENT_ERROR: fail(payload.error)
    case LZL_EVENT_CONTINUE: break
    default: expect(false, "an event of the unknown kind \(event.kind)")
    }
  }

  private mutating func expect(_ claim: Bool, _ violation: @autoclosure () -> String) {
    if !claim { decoding.violations.append(violation()) }
  }

  private mutating func needInput() {
    expect(!isAllFed, "NEED_INPUT behind the final chunk")
    action = isAllFed ? .nothing : .feed
  }

  private mutating func take(_ header: lzl_header) {
    expect(decoding.header == nil, "HEADER came twice")
    expect(header.width > 0 && header.height > 0, "HEADER without pixels")
    expect(header.formats & (1 << header.native_format) != 0, "the native format is not on offer")
    expect((header.scale_denominator == 0) == (header.scale_numerators == 0), "half a scale is on offer")
    expect(header.orientation <= 8, "the orientation \(header.orientation)")
    decoding.header = header
    decoding.marks.append("HEADER")
    action = .configure
  }

  private mutating func take(_ frame: lzl_frame) {
    expect(decoding.header != nil, "FRAME before HEADER")
    expect(!isFrameOpen, "FRAME within a frame")
    let isNext = decoding.frames.last.map { frame.index > $0.frame.index } ?? true
    expect(isNext && frame.index >= plan.firstFrame, "FRAME \(frame.index) out of order")
    expect(frame.rectangle.width > 0 && frame.rectangle.height > 0, "FRAME without pixels")
    expect(frame.delay_denominator != 0, "the denominator of a delay is 0")
    expect(frame.disposal <= 2 && frame.blend <= 1, "an unknown disposal or blending")
    isFrameOpen = true
    toldRows = [:]
    let rows = [[UInt8]?](repeating: nil, count: Int(frame.rectangle.height))
    decoding.frames.append(DecodedFrame(frame: frame, rows: rows))
    decoding.marks.append("FRAME \(frame.index)")
    action = .setSurface
  }

  private mutating func take(_ rows: lzl_rows) {
    decoding.rows.append(rows)
    guard isFrameOpen, let surface else { return expect(false, "ROWS without a surface") }
    let end = UInt64(rows.first) + UInt64(rows.count)
    guard rows.count > 0, end <= UInt64(surface.rowCount) else {
      return expect(false, "ROWS \(rows.first) + \(rows.count) outside the frame")
    }
    if decoding.hasRowsInOrder, plan.stepFlags & LZL_STEP_WANT_PREVIEW == 0 || surface.isWindow {
      let next = toldRows.count
      expect(Int(rows.first) == next, "row \(rows.first) where row \(next) was due")
    }
    expect(Int(rows.count) <= surface.heldRowCount, "\(rows.count) rows in a window of \(surface.heldRowCount)")
    for y in Int(rows.first)..<Int(end) {
      expect(decoding.hasPasses || toldRows[y] == nil, "row \(y) came twice")
      toldRows[y] = surface.row(y)
    }
    if decoding.hasPasses { noteHoles(Int(rows.first)..<Int(end)) }
    decoding.frames[decoding.frames.count - 1].lastRow = Int(end) - 1
  }

  private mutating func noteHoles(_ rows: Range<Int>) {
    // Without alpha zeros may be black.
    guard let surface, case let size = bytesPerPixel(of: surface.surface.format), size >= 4 else { return }
    for row in rows where toldRows[row]?.hasEmptyPixel(of: size) == true { decoding.emptyPixelRows.insert(row) }
  }

  private mutating func take(_ pass: lzl_pass) {
    expect(isFrameOpen, "PASS_DONE outside a frame")
    expect(decoding.hasPasses, "PASS_DONE in an image without passes")
    decoding.marks.append("PASS_DONE \(pass.pass)")
  }

  private mutating func take(_ frameDone: lzl_frame_done) {
    expect(isFrameOpen && frameDone.index == decoding.frames.last?.frame.index, "FRAME_DONE \(frameDone.index)")
    closeFrame(isDone: true)
    decoding.marks.append("FRAME_DONE \(frameDone.index)")
  }

  private mutating func warn(_ error: lzl_error) {
    expect(error.code != LZL_OK && !error.text.isEmpty, "an empty WARNING")
    decoding.warnings.append(error)
    decoding.marks.append("WARNING \(error.code)/\(error.limit)")
  }

  private mutating func finish(_ done: lzl_done, _ decoder: any DecoderUnderTest) throws {
    expect(!isFrameOpen, "DONE within a frame")
    if plan.firstFrame == 0, plan.frameCount == LZL_ALL_FRAMES {
      expect(Int(done.frame_count) == decoding.frames.count, "DONE says \(done.frame_count) pictures")
    }
    decoding.done = done
    decoding.marks.append("DONE")
    action = .nothing
    for item in decoding.items where !item.bytes.isEmpty {
      let again = try decoder.metadata(kind: item.kind, index: item.index, capacity: UInt64(item.bytes.count))
      expect(again.bytes == item.bytes, "metadata \(item.kind)/\(item.index) is another behind DONE")
    }
  }

  private mutating func fail(_ error: lzl_error) {
    expect(error.code != LZL_OK && !error.text.isEmpty, "an empty ERROR")
    expect((error.code == LZL_ERROR_LIMIT_EXCEEDED) == (error.limit != 0), "ERROR \(error.code), limit \(error.limit)")
    if isFrameOpen { closeFrame(isDone: false) }
    decoding.error = error
    let hasPixels = decoding.frames.contains { $0.toldRowCount > 0 || $0.isDone }
    expect(!decoding.arePixelsUsable || hasPixels, "the pixels are said to be usable, and none were told")
    decoding.marks.append("ERROR \(error.code)/\(error.limit)/\(error.flags)")
    action = .nothing
  }

  private mutating func closeFrame(isDone: Bool) {
    isFrameOpen = false
    let last = decoding.frames.count - 1
    decoding.frames[last].isDone = isDone
    guard let surface else { return }
    expect(surface.isIntact, "bytes outside the rows were written")
    expect(!isDone || toldRows.count == surface.rowCount, "FRAME_DONE with rows that were not told")
    for (y, told) in toldRows {
      // A window's rows were overwritten since.
      let row = surface.isWindow ? told : surface.row(y)
      expect(decoding.hasPasses || row == told, "row \(y) changed behind its ROWS")
      decoding.frames[last].rows[y] = row
    }
    surface.scribble()
    self.surface = nil
  }

  private mutating func take(_ item: lzl_metadata, _ decoder: any DecoderUnderTest) throws {
    decoding.marks.append("METADATA \(item.kind)/\(item.index)")
    var record = MetadataRecord(kind: item.kind, index: item.index, value: item.value, bytes: [])
    if item.size > 0 {
      let (size, bytes) = try decoder.metadata(kind: item.kind, index: item.index, capacity: item.size)
      expect(size == item.size && bytes.count == Int(size), "metadata \(item.kind)/\(item.index) has another size")
      let short = try decoder.metadata(kind: item.kind, index: item.index, capacity: item.size - 1)
      expect(short.size == item.size && short.bytes.isEmpty, "metadata was copied into too small a buffer")
      let missing = try decoder.metadata(kind: item.kind, index: item.index + 1000, capacity: 16)
      expect(missing.size == 0, "metadata that is not there has a size")
      record = MetadataRecord(kind: item.kind, index: item.index, value: item.value, bytes: bytes)
    }
    decoding.items.append(record)
  }
}

extension [UInt8] {
  /// Whether some pixel has only zeros.
  func hasEmptyPixel(of size: Int) -> Bool {
    stride(from: 0, to: count, by: size).contains { start in self[start..<start + size].allSatisfy { $0 == 0 } }
  }
}
