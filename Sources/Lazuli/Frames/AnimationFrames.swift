import LazuliCore

/// The frames of an animation: its encoded bytes, and what is needed to decode them once more.
final class AnimationFrames: ImageFrames {
  private let tools: DecodeTools
  private let provider: any ImageDecoderProvider
  private let chunks: [ByteChunk]
  private let header: ImageHeader
  private let options: ImageOptions
  /// What is decoded ahead for those who play it.
  let sharedStore = SharedAnimationStore()

  init(
    tools: DecodeTools, provider: any ImageDecoderProvider, chunks: [ByteChunk], header: ImageHeader,
    options: ImageOptions
  ) {
    self.tools = tools
    self.provider = provider
    self.chunks = chunks
    self.header = header
    self.options = options
  }

  /// What is kept of the file.
  var encodedByteCount: Int { chunks.reduce(0) { $0 + $1.count } }

  /// The same frames, each processed once more.
  func processed(by processor: any ImageProcessor) -> AnimationFrames {
    var options = options
    options.processors.append(processor)
    return AnimationFrames(tools: tools, provider: provider, chunks: chunks, header: header, options: options)
  }

  /// Of a file that may be damaged no number is believed.
  var count: Int? { options.allowsIncomplete ? nil : header.frameCount }
  var playCount: Int { header.playCount }

  func makePass() -> any ImageFramePass {
    AnimationPass(tools: tools, provider: provider, chunks: chunks, header: header, options: options)
  }
}
