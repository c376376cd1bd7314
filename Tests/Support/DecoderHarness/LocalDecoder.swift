import LazuliABI

/// A decoder in this process, called through its function table.
public final class LocalDecoder: DecoderUnderTest {
  private let table: UnsafePointer<lzl_decoder_api>
  private let decoder: OpaquePointer
  private let chunks = FedChunks()
  private var isDestroyed = false

  public init(_ loaded: LoadedDecoder, limits: lzl_limits) throws {
    table = loaded.table
    var limits = limits
    var made: OpaquePointer?
    var error = lzl_error()
    let status = withBytes(of: loaded.format) { format in
      withUnsafePointer(to: &limits) { limits in
        var options = lzl_decoder_options()
        options.struct_size = UInt32(MemoryLayout<lzl_decoder_options>.size)
        options.format = format
        options.limits = limits
        return loaded.table.pointee.create(loaded.table.pointee.context, &options, &made, &error)
      }
    }
    guard status == LZL_OK else { throw CreationRefused(error: error) }
    guard let made else { throw HarnessError("create answered LZL_OK and made nothing") }
    decoder = made
  }

  deinit {
    if !isDestroyed { table.pointee.destroy(decoder) }
  }

  public func feed(_ bytes: ArraySlice<UInt8>, flags: UInt32) -> lzl_status {
    var chunk = chunks.add(bytes, flags: flags)
    return table.pointee.feed(decoder, &chunk)
  }

  public func step(flags: UInt32) -> lzl_event {
    var step = lzl_step()
    step.struct_size = UInt32(MemoryLayout<lzl_step>.size)
    step.flags = flags
    var event = lzl_event()
    table.pointee.step(decoder, &step, &event)
    if event.kind == LZL_EVENT_NEED_INPUT || event.isEnd { chunks.release(stable: false) }
    return event
  }

  public func configure(_ configuration: lzl_decode_config) -> lzl_status {
    var configuration = configuration
    return table.pointee.configure(decoder, &configuration)
  }

  public func setSurface(_ surface: lzl_surface, _ memory: SurfaceMemory?) -> lzl_status {
    var surface = surface
    surface.pixels = memory?.start.assumingMemoryBound(to: UInt8.self)
    return table.pointee.set_surface(decoder, &surface)
  }

  public func metadata(kind: UInt32, index: UInt32, capacity: UInt64) -> (size: UInt64, bytes: [UInt8]) {
    var bytes = [UInt8](repeating: 0xA5, count: Int(capacity))
    let size = table.pointee.metadata(decoder, kind, index, &bytes, capacity)
    return (size, size <= capacity ? Array(bytes.prefix(Int(size))) : [])
  }

  public func rewind() -> lzl_status {
    defer { chunks.release(stable: true) }
    return table.pointee.rewind(decoder)
  }

  public func destroy() {
    table.pointee.destroy(decoder)
    isDestroyed = true
    chunks.release(stable: true)
  }

  public func makeMemory(byteCount: Int) throws -> SurfaceMemory {
    try SurfaceMemory(byteCount: byteCount)
  }
}
