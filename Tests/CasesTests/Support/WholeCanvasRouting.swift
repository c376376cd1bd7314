import EngineTestSupport
import Lazuli

/// The plugins of the build folder, none of which owns up to giving its rows in order: there always is a canvas.
final class WholeCanvasRouting: PluginRouting {
  private let catalog = PluginCatalog.built()

  var sniffedByteCount: Int { catalog.sniffedByteCount }

  func transport(for scheme: String) throws(ImageError) -> any Transport { try catalog.transport(for: scheme) }

  func decoders(for prefix: [UInt8], hint: FormatHint) throws(ImageError) -> [any ImageDecoderProvider] {
    try catalog.decoders(for: prefix, hint: hint).map { WholeCanvasProvider(provider: $0) }
  }

  func encoder(for format: String) throws(ImageError) -> any ImageEncoderProvider { try catalog.encoder(for: format) }
}

private struct WholeCanvasProvider: ImageDecoderProvider {
  let provider: any ImageDecoderProvider

  var plugin: String { provider.plugin }
  var format: String { provider.format }
  var needsWholeInput: Bool { provider.needsWholeInput }

  func makeDecoder(limits: DecodingLimits) throws(ImageError) -> any ImageDecoder {
    WholeCanvasDecoder(try provider.makeDecoder(limits: limits))
  }
}

private final class WholeCanvasDecoder: ImageDecoder {
  private let decoder: any ImageDecoder

  init(_ decoder: any ImageDecoder) {
    self.decoder = decoder
  }

  func step(wantsPreview: Bool) -> DecoderEvent {
    let event = decoder.step(wantsPreview: wantsPreview)
    guard case .header(var header) = event else { return event }
    header.hasRowsInOrder = false
    return .header(header)
  }

  func feed(_ chunk: ByteChunk, isFinal: Bool, isStable: Bool) throws(ImageError) {
    try decoder.feed(chunk, isFinal: isFinal, isStable: isStable)
  }

  func configure(_ configuration: DecoderConfiguration) throws(ImageError) { try decoder.configure(configuration) }
  func setSurface(_ surface: PixelSurface?) throws(ImageError) { try decoder.setSurface(surface) }
  func interrupt() { decoder.interrupt() }
  func rewind() throws(ImageError) { try decoder.rewind() }
}
