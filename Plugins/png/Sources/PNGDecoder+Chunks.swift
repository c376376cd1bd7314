import LazuliABI
import LazuliPluginKit

/// The walk over the chunks.
extension PNGDecoder {
  /// Length and type, with where they lie.
  private struct Head {
    let length: UInt32
    let type: ChunkType
    let offset: UInt64

    func fault(_ what: String) -> PluginError {
      .corrupt("The chunk " + type.name + " " + what, at: offset)
    }
  }

  func readChunk(_ input: inout PluginInput, _ wantsPreview: Bool) throws(PluginError) -> DecoderStep {
    guard input.bytes.count >= 8 else { return .needInput }
    let head = Head(
      length: input.bytes.bigEndian32(at: 0), type: ChunkType(code: input.bytes.bigEndian32(at: 4)),
      offset: input.offset)
    try check(head)
    if head.type == .data { return try readImageData(head, &input, wantsPreview) }
    if head.type == .frameData { return try readFrameData(head, &input, wantsPreview) }
    if endsPicture(head.type) { return finishPicture(at: head.offset) }
    guard try isWorthReading(head) else { return skip(head, &input) }
    let size = Int(head.length) + 12
    guard input.bytes.count >= size else { return .needInput }
    try readWhole(head, input.bytes)
    input.consume(size)
    return tellNext()
  }

  private func check(_ head: Head) throws(PluginError) {
    guard head.type.isMadeOfLetters, head.length <= Int32.max else {
      throw PluginError.corrupt("There is no chunk where one has to be", at: head.offset)
        .withUsablePixels(arePixelsUsable)
    }
    guard image == nil, head.type != .header else { return }
    guard head.type != .apple else {
      throw PluginError(LZL_ERROR_UNSUPPORTED, "The file is of Apple's own variant of PNG (CgBI)")
    }
    throw head.fault("comes before IHDR")
  }

  private func endsPicture(_ type: ChunkType) -> Bool {
    guard let picture else { return false }
    return picture.isImageData || type == .frame || type == .end
  }

  private func isWorthReading(_ head: Head) throws(PluginError) -> Bool {
    let mostBytes: UInt32
    switch head.type {
    case .header, .palette, .transparency, .gamma, .chromaticities, .standardRGB, .codePoints, .dimensions,
      .animation, .frame, .end:
      mostBytes = 1024
    case .profile, .exif, .text, .compressedText, .internationalText:
      mostBytes = metadata.hasRoom(for: head.length) ? head.length : 0
    default:
      guard !head.type.isCritical else { throw unknownCritical(head) }
      return false
    }
    guard head.length > mostBytes else { return true }
    guard !head.type.isCritical else { throw head.fault("is too long") }
    warn(
      .limit(
        LZL_LIMIT_METADATA_BYTES, needed: UInt64(head.length),
        "The chunk " + head.type.name + " is larger than the limit and left out"))
    return false
  }

  private func unknownCritical(_ head: Head) -> PluginError {
    var error = PluginError(
      LZL_ERROR_UNSUPPORTED, "The file needs the chunk " + head.type.name + ", which is not known")
    error.offset = head.offset
    return error
  }

  private func skip(_ head: Head, _ input: inout PluginInput) -> DecoderStep {
    input.consume(8)
    stage = .skipped(left: UInt64(head.length) + 4)
    return tellNext()
  }

  private func readWhole(_ head: Head, _ bytes: UnsafeRawBufferPointer) throws(PluginError) {
    let end = Int(head.length) + 8
    let body = UnsafeRawBufferPointer(rebasing: bytes[8..<end])
    let chunk = Chunk(type: head.type, body: body, offset: head.offset)
    let sum = UnsafeRawBufferPointer(rebasing: bytes[4..<end]).checkSum()
    guard sum == bytes.bigEndian32(at: end) else { return try takeDamaged(chunk) }
    do throws(PluginError) {
      try take(chunk)
    } catch {
      var error = error
      if error.offset == LZL_UNKNOWN { error.offset = chunk.offset }
      guard !chunk.type.isCritical, error.code != LZL_ERROR_OUT_OF_MEMORY, !isFatal(chunk) else { throw error }
      warn(error)
    }
  }

  /// What is damaged and not needed is left out.
  private func takeDamaged(_ chunk: Chunk) throws(PluginError) {
    let error = chunk.fault("fails its check sum")
    if chunk.type == .end {
      stage = .ended
    } else if chunk.type.isCritical || isFatal(chunk) {
      throw error.withUsablePixels(areFramesUsable)
    }
    if chunk.type == .animation || chunk.type == .frame { animationFault = error }
    warn(error)
  }

  /// The frames that follow cannot be right without this one.
  private func isFatal(_ chunk: Chunk) -> Bool {
    isAnimated && chunk.type == .frame
  }

  private func take(_ chunk: Chunk) throws(PluginError) {
    guard var image = self.image else {
      self.image = try ImageDescription(chunk)
      return
    }
    switch chunk.type {
    case .header: throw chunk.fault("is there twice")
    case .animation, .frame: return try takeAnimation(chunk, image)
    case .end: return try takeEnd(chunk)
    case .text, .compressedText: return try metadata.readText(chunk)
    case .internationalText: return try metadata.readInternationalText(chunk)
    case .exif: return try takeExif(chunk)
    // All others count only ahead of the image data.
    case _ where isHeaderGiven: return
    case .palette: try image.readPalette(chunk)
    case .transparency: try image.readTransparency(chunk)
    case .dimensions: try image.readDimensions(chunk)
    case .profile:
      try metadata.readProfile(chunk)
      image.declareProfile(byteCount: metadata.profileByteCount ?? 0)
    default: try image.readColor(chunk)
    }
    self.image = image
  }

  private func takeExif(_ chunk: Chunk) throws(PluginError) {
    try metadata.readExif(chunk)
    if isHeaderGiven { metadata.announceOrientation() }
  }

  private func takeEnd(_ chunk: Chunk) throws(PluginError) {
    guard isImageDone else { throw chunk.fault("comes without any image data") }
    guard !isAnimated || animation.frameCount == animation.declaredFrameCount else {
      throw chunk.fault("comes before all frames that acTL declares").withUsablePixels(areFramesUsable)
    }
    stage = .ended
  }

  private func takeAnimation(_ chunk: Chunk, _ image: ImageDescription) throws(PluginError) {
    if isAnimated {
      guard chunk.type == .frame else { throw chunk.fault("comes behind the image data") }
      return try beginFrame(chunk, image)
    }
    guard !isHeaderGiven else { return }
    do throws(PluginError) {
      if chunk.type == .animation {
        try animation.declare(chunk)
      } else {
        try animation.declareImageFrame(chunk, canvas: image)
      }
    } catch {
      animationFault = error
      throw error
    }
  }

  private func beginFrame(_ chunk: Chunk, _ image: ImageDescription) throws(PluginError) {
    do throws(PluginError) {
      let control = try animation.beginFrame(chunk, canvas: image)
      picture = Picture(isImageData: false, isInAnimation: true)
      steps.append(.frame(control.frame))
    } catch {
      throw error.withUsablePixels(areFramesUsable)
    }
  }
}

/// Data chunks, from their heads on.
extension PNGDecoder {
  private func readImageData(
    _ head: Head, _ input: inout PluginInput, _ wantsPreview: Bool
  ) throws(PluginError) -> DecoderStep {
    guard let image else { return .working }
    guard isHeaderGiven else { return .header(try settleHeader(image, head)) }
    guard !isImageDone else {
      warn(head.fault("comes again behind the image data"))
      return skip(head, &input)
    }
    guard picture != nil else { return beginImage(image) }
    return try beginData(head, &input, wantsPreview, bodyOffset: 8)
  }

  private func settleHeader(_ image: ImageDescription, _ head: Head) throws(PluginError) -> lzl_header {
    guard !image.hasPalette || !image.palette.isEmpty else { throw head.fault("comes without a palette") }
    var header = image.makeHeader(orientation: metadata.orientation)
    isAnimated = animation.isUsable && animationFault == nil
    if isAnimated {
      animation.describe(in: &header)
    } else if !image.isInterlaced {
      header.flags |= LZL_HEADER_ROWS_IN_ORDER
    }
    isHeaderGiven = true
    return header
  }

  private func beginImage(_ image: ImageDescription) -> DecoderStep {
    var frame = lzl_frame()
    frame.rectangle = lzl_rectangle(x: 0, y: 0, width: image.width, height: image.height)
    frame.delay_denominator = 100
    var isInAnimation = false
    if isAnimated, let control = animation.imageFrame {
      frame = control.frame
      isInAnimation = true
    } else if isAnimated {
      frame.flags = LZL_FRAME_NOT_IN_ANIMATION
    }
    picture = Picture(isImageData: true, isInAnimation: isInAnimation)
    return .frame(frame)
  }

  private func readFrameData(
    _ head: Head, _ input: inout PluginInput, _ wantsPreview: Bool
  ) throws(PluginError) -> DecoderStep {
    guard isAnimated else {
      if picture != nil { return finishPicture(at: head.offset) }
      return skip(head, &input)
    }
    if let picture, picture.isImageData { return finishPicture(at: head.offset) }
    guard picture != nil else { throw head.fault("comes without fcTL").withUsablePixels(areFramesUsable) }
    guard head.length >= 4 else { throw head.fault("is too short").withUsablePixels(areFramesUsable) }
    guard input.bytes.count >= 12 else { return .needInput }
    do throws(PluginError) {
      let chunk = Chunk(type: head.type, body: UnsafeRawBufferPointer(start: nil, count: 0), offset: head.offset)
      try animation.take(sequence: input.bytes.bigEndian32(at: 8), chunk)
    } catch {
      throw error.withUsablePixels(areFramesUsable)
    }
    return try beginData(head, &input, wantsPreview, bodyOffset: 12)
  }

  private func beginData(
    _ head: Head, _ input: inout PluginInput, _ wantsPreview: Bool, bodyOffset: Int
  ) throws(PluginError) -> DecoderStep {
    let sum = UnsafeRawBufferPointer(rebasing: input.bytes[4..<bodyOffset]).checkSum()
    let left = Int(head.length) + 8 - bodyOffset
    input.consume(bodyOffset)
    let chunk = DataChunk(type: head.type, offset: head.offset, left: left, sum: sum)
    stage = .data(chunk)
    return try readData(chunk, &input, wantsPreview)
  }
}
