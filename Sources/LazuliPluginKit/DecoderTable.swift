import LazuliABI

/// What `create` needs to make a decoder of one class; lives as long as the process.
final class DecoderFactory {
  let make: DecoderSession.Factory

  init(_ make: @escaping DecoderSession.Factory) { self.make = make }

  /// The function table of the class. Never freed: it belongs to the contract.
  func makeTable() -> UnsafeRawPointer {
    let table = UnsafeMutablePointer<lzl_decoder_api>.allocate(capacity: 1)
    table.initialize(
      to: lzl_decoder_api(
        context: Unmanaged.passRetained(self).toOpaque(),
        create: createDecoder, feed: feedDecoder, step: stepDecoder, configure: configureDecoder,
        set_surface: setDecoderSurface, metadata: decoderMetadata, rewind: rewindDecoder,
        interrupt: { _ in }, destroy: destroyDecoder))
    return UnsafeRawPointer(table)
  }
}

private func session(_ decoder: OpaquePointer?) -> DecoderSession? {
  guard let decoder else { return nil }
  return Unmanaged<DecoderSession>.fromOpaque(UnsafeRawPointer(decoder)).takeUnretainedValue()
}

private func createDecoder(
  context: UnsafeMutableRawPointer?, options: UnsafePointer<lzl_decoder_options>?,
  out: UnsafeMutablePointer<OpaquePointer?>?, error: UnsafeMutablePointer<lzl_error>?
) -> lzl_status {
  guard let context, let options, let out else { return LZL_ERROR_INVALID_ARGUMENT }
  let given = readOptions(options)
  let factory = Unmanaged<DecoderFactory>.fromOpaque(context).takeUnretainedValue()
  do throws(PluginError) {
    let session = try DecoderSession.start(
      limits: PluginLimits(given.limits), settings: PluginSettings(given.settings), make: factory.make)
    out.pointee = OpaquePointer(Unmanaged.passRetained(session).toOpaque())
    return LZL_OK
  } catch let failure {
    error?.pointee = failure.cValue
    return failure.code
  }
}

private func feedDecoder(_ decoder: OpaquePointer?, chunk: UnsafePointer<lzl_chunk>?) -> lzl_status {
  guard let chunk, let session = session(decoder) else { return LZL_ERROR_INVALID_ARGUMENT }
  return session.feed(readStruct(chunk, size: chunk.pointee.struct_size, empty: lzl_chunk()))
}

private func stepDecoder(
  _ decoder: OpaquePointer?, step: UnsafePointer<lzl_step>?, event: UnsafeMutablePointer<lzl_event>?
) {
  guard let event, let session = session(decoder) else { return }
  let asked = step.map { readStruct($0, size: $0.pointee.struct_size, empty: lzl_step()) } ?? lzl_step()
  session.step(wantsPreview: asked.flags & LZL_STEP_WANT_PREVIEW != 0, event: &event.pointee)
}

private func configureDecoder(_ decoder: OpaquePointer?, config: UnsafePointer<lzl_decode_config>?) -> lzl_status {
  guard let config, let session = session(decoder) else { return LZL_ERROR_INVALID_ARGUMENT }
  return session.configure(readStruct(config, size: config.pointee.struct_size, empty: lzl_decode_config()))
}

private func setDecoderSurface(_ decoder: OpaquePointer?, surface: UnsafePointer<lzl_surface>?) -> lzl_status {
  guard let surface, let session = session(decoder) else { return LZL_ERROR_INVALID_ARGUMENT }
  return session.setSurface(readStruct(surface, size: surface.pointee.struct_size, empty: lzl_surface()))
}

private func decoderMetadata(
  _ decoder: OpaquePointer?, kind: UInt32, index: UInt32, buffer: UnsafeMutablePointer<UInt8>?, capacity: UInt64
) -> UInt64 {
  session(decoder)?.metadata(kind: kind, index: index, into: buffer, capacity: capacity) ?? 0
}

private func rewindDecoder(_ decoder: OpaquePointer?) -> lzl_status {
  session(decoder)?.rewind() ?? LZL_ERROR_INVALID_ARGUMENT
}

private func destroyDecoder(_ decoder: OpaquePointer?) {
  guard let decoder else { return }
  Unmanaged<DecoderSession>.fromOpaque(UnsafeRawPointer(decoder)).release()
}

private func readOptions(
  _ options: UnsafePointer<lzl_decoder_options>
) -> (limits: lzl_limits, settings: lzl_settings) {
  let values = readStruct(options, size: options.pointee.struct_size, empty: lzl_decoder_options())
  return (readLimits(values.limits), values.settings)
}
