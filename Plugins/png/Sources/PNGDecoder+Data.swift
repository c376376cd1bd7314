import LazuliABI
import LazuliPluginKit

/// The compressed data, and the ends of pictures.
extension PNGDecoder {
  /// Whether an animation which turns out to be wrong left something to show: its first frames may
  /// be as wrong as the rest, a picture beside it is not.
  var areFramesUsable: Bool {
    arePixelsUsable && (!isAnimated || (animation.imageFrame == nil && animation.frameCount == 0))
  }

  func readData(
    _ chunk: DataChunk, _ input: inout PluginInput, _ wantsPreview: Bool
  ) throws(PluginError) -> DecoderStep {
    guard chunk.left > 0 else { return try endData(chunk, &input) }
    let count = min(chunk.left, input.bytes.count)
    // Behind the last byte of a file that was cut off something may still come of those before.
    guard count > 0 || input.isFinal else { return .needInput }
    var chunk = chunk
    let bytes = UnsafeRawBufferPointer(rebasing: input.bytes.prefix(count))
    let isEnd = count == chunk.left || (input.isFinal && count == input.bytes.count)
    let taken = decode(bytes, isEnd: isEnd, &chunk, wantsPreview)
    guard taken > 0 || !steps.isEmpty || failure != nil else { return .needInput }
    chunk.left -= taken
    input.consume(taken)
    stage = .data(chunk)
    return tellNext()
  }

  /// Without a reader the bytes are only passed over.
  private func decode(
    _ bytes: UnsafeRawBufferPointer, isEnd: Bool, _ chunk: inout DataChunk, _ wantsPreview: Bool
  ) -> Int {
    guard let reader = picture?.reader else { return bytes.count }
    let (taken, failure) = reader.push(bytes, isEnd: isEnd, showsPasses: wantsPreview)
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
      fail(.corrupt("The chunk " + chunk.type.name + " fails its check sum", at: chunk.offset))
    }
    return tellNext()
  }

  /// Behind the last data chunk of the picture.
  func finishPicture(at offset: UInt64) -> DecoderStep {
    guard let picture else { return .working }
    if let reader = picture.reader { check(reader, picture, offset) }
    guard failure == nil else { return tellNext() }
    if picture.isImageData { isImageDone = true }
    if picture.isInAnimation { finishedFrameCount += 1 }
    self.picture = nil
    steps.append(.frameDone)
    return tellNext()
  }

  /// Makes what can be made of the picture: nothing more comes.
  func giveUp() {
    guard let reader = picture?.reader else { return }
    reader.giveUp()
    reader.takeEvents(into: &steps)
  }

  private func check(_ reader: any PictureReader, _ picture: Picture, _ offset: UInt64) {
    guard reader.isComplete else {
      return fail(.corrupt("The image data ends before the last row", at: offset))
    }
    if reader.isIrregular {
      let error = PluginError.corrupt("Behind the image's last row: " + reader.message, at: offset)
      guard picture.isImageData else { return fail(error) }
      warn(error)
    }
  }

  /// Ends the decoding once the steps are told, which may hold rows. The rows of the image can be
  /// shown as far as they got; a frame is damaged as a whole.
  private func fail(_ error: PluginError) {
    giveUp()
    var areUsable = hasRows
    for case .rows in steps { areUsable = true }
    if let picture, !picture.isImageData { areUsable = finishedFrameCount > 0 }
    failure = error.withUsablePixels(areUsable && !animation.isImageSizeDisputed)
  }
}
