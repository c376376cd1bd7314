import Lazuli
import Synchronization

/// Notes what the decoders of a codec are given.
struct TappedProvider: ImageDecoderProvider {
  let codec: any ImageDecoderProvider
  let tap = DecoderTap()
  var plugin: String { codec.plugin }
  var format: String { codec.format }
  var needsWholeInput: Bool { codec.needsWholeInput }

  func makeDecoder(limits: DecodingLimits) throws(ImageError) -> any ImageDecoder {
    TappedDecoder(try codec.makeDecoder(limits: limits), tap)
  }
}

/// The bytes that each decoder was given, in the order of their making.
final class DecoderTap: Sendable {
  private let state = Mutex<[[UInt8]]>([])
  var fed: [[UInt8]] { state.withLock { $0 } }

  fileprivate func begin() -> Int {
    state.withLock { fed in
      fed.append([])
      return fed.count - 1
    }
  }

  fileprivate func note(_ chunk: ByteChunk, _ decoder: Int) {
    state.withLock { fed in chunk.withUnsafeBytes { fed[decoder].append(contentsOf: $0) } }
  }
}

private final class TappedDecoder: ImageDecoder {
  private let decoder: any ImageDecoder
  private let tap: DecoderTap
  private let number: Int

  init(_ decoder: any ImageDecoder, _ tap: DecoderTap) {
    self.decoder = decoder
    self.tap = tap
    number = tap.begin()
  }

  func feed(_ chunk: ByteChunk, isFinal: Bool, isStable: Bool) throws(ImageError) {
    tap.note(chunk, number)
    try decoder.feed(chunk, isFinal: isFinal, isStable: isStable)
  }

  func step(wantsPreview: Bool) -> DecoderEvent { decoder.step(wantsPreview: wantsPreview) }
  func configure(_ configuration: DecoderConfiguration) throws(ImageError) { try decoder.configure(configuration) }
  func setSurface(_ surface: PixelSurface?) throws(ImageError) { try decoder.setSurface(surface) }
  func interrupt() { decoder.interrupt() }
  func rewind() throws(ImageError) { try decoder.rewind() }
}
