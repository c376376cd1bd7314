import LazuliCore

/// Reads a body up to the image's header. Used by one decode thread at a time.
final class HeaderReceiver: LoadReceiver {
  private let source: DecodeSource

  init(_ engine: Engine, _ options: ImageOptions, _ interrupter: Interrupter) {
    var options = options
    options.onlyFirstFrame = true
    source = DecodeSource(engine, DecodeWish(options: options, colors: engine.colors, stopsAtHeader: true), interrupter)
  }

  func receive(_ response: ResponseInformation) { source.receive(response) }
  func receive(_ chunk: ByteChunk) { source.receive(chunk) }
  func end(_ error: ImageError?) { source.end(error) }
  var takenWeight: Int { source.takenWeight }

  func advance() throws(ImageError) -> LoadProgress<ImageInformation> {
    guard let session = try source.startedSession() else { return .starved }
    switch session.advance() {
    case .working, .header: return .working
    case .starved: return .starved
    case .failed(let failure, _) where session.plan == nil:
      throw source.failure ?? failure.error.about(source.response)
    case .failed, .frame, .finished: return .finished(try source.information(session))
    }
  }
}
