import LazuliABI

/// What `create` needs to make an encoder of one class; lives as long as the process.
final class EncoderFactory {
  let make: EncoderSession.Factory
  let formats: UInt32
  let abilities: UInt32

  init(formats: UInt32, abilities: UInt32, _ make: @escaping EncoderSession.Factory) {
    self.formats = formats
    self.abilities = abilities
    self.make = make
  }

  /// The function table of the class. Never freed: it belongs to the contract.
  func makeTable() -> UnsafeRawPointer {
    let table = UnsafeMutablePointer<lzl_encoder_api>.allocate(capacity: 1)
    table.initialize(
      to: lzl_encoder_api(
        context: Unmanaged.passRetained(self).toOpaque(), formats: formats, abilities: abilities,
        create: createEncoder, begin: beginEncoder, frame: beginEncoderFrame, rows: giveEncoderRows,
        finish: finishEncoder, step: stepEncoder, interrupt: { _ in }, destroy: destroyEncoder))
    return UnsafeRawPointer(table)
  }
}

/// An encoder's session with what of its factory it needs.
private final class EncoderHandle {
  let session: EncoderSession
  let formats: UInt32

  init(_ session: EncoderSession, formats: UInt32) {
    self.session = session
    self.formats = formats
  }
}

private func handle(_ encoder: OpaquePointer?) -> EncoderHandle? {
  guard let encoder else { return nil }
  return Unmanaged<EncoderHandle>.fromOpaque(UnsafeRawPointer(encoder)).takeUnretainedValue()
}

private func createEncoder(
  context: UnsafeMutableRawPointer?, options: UnsafePointer<lzl_encoder_options>?,
  out: UnsafeMutablePointer<OpaquePointer?>?, error: UnsafeMutablePointer<lzl_error>?
) -> lzl_status {
  guard let context, let options, let out else { return LZL_ERROR_INVALID_ARGUMENT }
  let given = readStruct(options, size: options.pointee.struct_size, empty: lzl_encoder_options())
  let factory = Unmanaged<EncoderFactory>.fromOpaque(context).takeUnretainedValue()
  do throws(PluginError) {
    let session = EncoderSession(try factory.make(PluginEncoderOptions(given)))
    let handle = EncoderHandle(session, formats: factory.formats)
    out.pointee = OpaquePointer(Unmanaged.passRetained(handle).toOpaque())
    return LZL_OK
  } catch let failure {
    error?.pointee = failure.cValue
    return failure.code
  }
}

private func beginEncoder(_ encoder: OpaquePointer?, image: UnsafePointer<lzl_encode_image>?) -> lzl_status {
  guard let image, let handle = handle(encoder) else { return LZL_ERROR_INVALID_ARGUMENT }
  let given = readStruct(image, size: image.pointee.struct_size, empty: lzl_encode_image())
  return handle.session.begin(given, formats: handle.formats)
}

private func beginEncoderFrame(_ encoder: OpaquePointer?, frame: UnsafePointer<lzl_encode_frame>?) -> lzl_status {
  guard let frame, let handle = handle(encoder) else { return LZL_ERROR_INVALID_ARGUMENT }
  return handle.session.frame(readStruct(frame, size: frame.pointee.struct_size, empty: lzl_encode_frame()))
}

private func giveEncoderRows(_ encoder: OpaquePointer?, surface: UnsafePointer<lzl_surface>?) -> lzl_status {
  guard let surface, let handle = handle(encoder) else { return LZL_ERROR_INVALID_ARGUMENT }
  return handle.session.rows(surface.pointee)
}

private func finishEncoder(_ encoder: OpaquePointer?) -> lzl_status {
  handle(encoder)?.session.finish() ?? LZL_ERROR_INVALID_ARGUMENT
}

private func stepEncoder(
  _ encoder: OpaquePointer?, buffer: UnsafeMutablePointer<UInt8>?, capacity: UInt64,
  event: UnsafeMutablePointer<lzl_event>?
) {
  guard let buffer, let event, let handle = handle(encoder) else { return }
  handle.session.step(buffer, capacity: Int(clamping: capacity), event: &event.pointee)
}

private func destroyEncoder(_ encoder: OpaquePointer?) {
  guard let encoder else { return }
  Unmanaged<EncoderHandle>.fromOpaque(UnsafeRawPointer(encoder)).release()
}
