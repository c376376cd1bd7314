import LazuliCore

/// Encoded bytes until their format is known, and from then on the session that decodes them.
final class DecodeSource {
  private let engine: Engine
  private let wish: DecodeWish
  private let environment: DecodeEnvironment
  private var input = EncodedInput()
  private(set) var session: DecodeSession?
  private(set) var response: ResponseInformation?
  /// Why the bytes ended before their time.
  private(set) var failure: ImageError?

  init(_ engine: Engine, _ wish: DecodeWish, _ interrupter: Interrupter) {
    self.engine = engine
    self.wish = wish
    environment = engine.tools.environment(wish.options.limits, interrupter)
  }

  func receive(_ response: ResponseInformation) {
    self.response = response
  }

  func receive(_ chunk: ByteChunk) {
    change { $0.append(chunk) }
  }

  func end(_ error: ImageError?) {
    failure = error
    change { $0.end() }
  }

  /// The weight of what does not wait for a decoder.
  var takenWeight: Int {
    guard let session else { return input.weight }
    return session.provider.needsWholeInput ? session.input.weight : session.input.fedWeight
  }

  /// The session, once the format is known; `nil` while too few bytes are there. Throws what routing
  /// throws, and why the bytes ended early.
  func startedSession() throws(ImageError) -> DecodeSession? {
    if let session { return session }
    if let failure, input.byteCount == 0 { throw failure }
    let routing = try engine.routing()
    // Where there is no codec at all, the error still shows how the file begins.
    let sniffedByteCount = max(routing.sniffedByteCount, 8)
    guard isReady(sniffedByteCount) else { return nil }
    try checkNotEmpty()
    let decoders = try candidates(routing, sniffedByteCount)
    let session = DecodeSession(decoders, input, wish, environment)
    self.session = session
    input = EncodedInput()
    return session
  }

  /// What is known of the image ahead of its pixels.
  func information(_ session: DecodeSession) throws(ImageError) -> ImageInformation {
    guard let header = session.header else { throw .misbehaved("ended without a header") }
    var warnings = session.warnings
    if let fault = wish.colorFault(header) { warnings.append(fault) }
    return ImageInformation(
      header: header, format: session.provider.format, plugin: session.provider.plugin, metadata: session.metadata,
      warnings: warnings, response: response)
  }

  /// Whether there is enough to tell the format. A file which is about to be there as a whole is
  /// waited for: decoders have faster ways for it.
  private func isReady(_ sniffedByteCount: Int) -> Bool {
    if input.isEnded { return true }
    let isAllThere = response?.head.expectedByteCount.map { input.byteCount >= $0 } ?? false
    return input.byteCount >= sniffedByteCount && !isAllThere
  }

  private func candidates(
    _ routing: any PluginRouting, _ sniffedByteCount: Int
  ) throws(ImageError) -> [any ImageDecoderProvider] {
    do {
      return try routing.decoders(for: input.prefix(sniffedByteCount), hint: hint)
    } catch {
      throw failure ?? error.about(response)
    }
  }

  private func checkNotEmpty() throws(ImageError) {
    guard input.byteCount == 0 else { return }
    throw ImageError(.notAnImage, at: .sniff, "There are no bytes: the source is empty").about(response)
  }

  /// What the caller says goes before what the response says.
  private var hint: FormatHint {
    let given = wish.options.formatHint
    let told = response?.formatHint
    return FormatHint(
      mediaType: given.mediaType ?? told?.mediaType, fileExtension: given.fileExtension ?? told?.fileExtension)
  }

  private func change(_ body: (inout EncodedInput) -> Void) {
    if let session { body(&session.input) } else { body(&input) }
  }
}

extension ImageError {
  /// The same, naming what answered: an error page is found by its content type.
  func about(_ response: ResponseInformation?) -> ImageError {
    var error = self
    guard let response else { return error }
    error.url = error.url ?? response.url.redacted
    guard code == .notAnImage, let type = response.head.value(of: "content-type") else { return error }
    error.message += "; \(response.url.shown) says that it is \(type)"
    return error
  }
}
