import LazuliABI
import LazuliPluginKit

/// The compressed data, and the ends of pictures.
extension PNGDecoder {
  /// Whether an animation which turns out to be wrong left something to show: its first frames may
  /// be as wrong as the rest, a picture beside it is not.
  var areFramesUsable: Bool {
    hasRows && (!isAnimated || (animation.imageFrame == nil && animation.frameCount == 0))
  }

  func readData(
    _ chunk: DataChunk, _ input: inout PluginInput, _ wantsPreview: Bool
  ) throws(PluginError) -> DecoderStep {
    guard chunk.left > 0 else { return try endData(chunk, &input) }
    let count = min(chunk.left, input.bytes.count)
    guard count > 0 else { return .needInput }
    var chunk = chunk
    let bytes = UnsafeRawBufferPointer(rebasing: input.bytes.prefix(count))
    let taken = decode(bytes, &chunk, wantsPreview)
    chunk.left -= taken
    input.consume(taken)
    stage = .data(chunk)
    return tellNext()
  }

  /// Without a reader the bytes are only passed over.
  private func decode(_ bytes: UnsafeRawBufferPointer, _ chunk: inout DataChunk, _ wantsPreview: Bool) -> Int {
    guard let reader = picture?.reader else { return bytes.count }
    let (taken, failure) = reader.push(bytes, showsPasses: wantsPreview)
    chunk.sum = UnsafeRawBufferPointer(rebasing: bytes.prefix(taken)).checkSum(from: chunk.sum)
    reader.takeEvents(into: &steps)
    if var failure {
      failure.offset = chunk.offset
      fail(failure)
    }
    return taken
  }

  private func endData(_ chunk: DataChunk, _ input: inout PluginInput) throws(PluginError) -> DecoderStep {
    guard input.bytes.count >= 4 else { return .needInput }
    let sum = input.bytes.bigEndian32(at: 0)
    input.consume(4)
    stage = .chunk
    if picture?.reader != nil, sum != chunk.sum {
      throw dataFault(.corrupt("The chunk " + chunk.type.name + " fails its check sum", at: chunk.offset))
    }
    return .working
  }

  /// Behind the last data chunk of the picture.
  func finishPicture() throws(PluginError) -> DecoderStep {
    guard let picture else { return .working }
    if let reader = picture.reader { try check(reader, picture) }
    if picture.isImageData { isImageDone = true }
    if picture.isInAnimation { finishedFrameCount += 1 }
    self.picture = nil
    steps.append(.frameDone)
    return tellNext()
  }

  private func check(_ reader: PictureReader, _ picture: Picture) throws(PluginError) {
    guard reader.isComplete else {
      throw dataFault(.corrupt("The image data ends before the last row"))
    }
    if reader.isIrregular {
      let error = PluginError.corrupt("Behind the image's last row: " + reader.message)
      guard picture.isImageData else { throw dataFault(error) }
      warn(error)
    }
    if reader.exceedsPalette { warn(.corrupt("A pixel's colour lies behind the palette's last")) }
  }

  private func fail(_ error: PluginError) {
    failure = dataFault(error)
    // The rows among the steps are told before the failure.
    guard !hasRows, let picture, picture.isImageData else { return }
    for case .rows in steps { failure?.arePixelsUsable = true }
  }

  /// Rows of the image can be shown as far as they got; a frame is damaged as a whole.
  private func dataFault(_ error: PluginError) -> PluginError {
    guard let picture, !picture.isImageData else { return error.withUsablePixels(hasRows) }
    return error.withUsablePixels(finishedFrameCount > 0)
  }
}
