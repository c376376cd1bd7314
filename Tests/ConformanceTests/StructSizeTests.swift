import DecoderHarness
import Glibc
import LazuliABI
import Testing

extension ConformanceTests {
  /// What lies behind `struct_size` cannot even be read.
  @Test("An older host's shorter structs are read as far as they go", arguments: Subject.local)
  func olderHost(_ subject: Subject) throws {
    for sample in try subject.samples() {
      let whole = try subject.reference(sample)
      let decoder = try OlderHost(subject.load())
      subject.check(try DecodeWalk.run(decoder, sample.bytes), equals: whole, sample, "short structs")
      subject.check(decoder.refusals == [LZL_ERROR_INVALID_ARGUMENT], sample, "absent members: \(decoder.refusals)")
      try decoder.destroy()
    }
  }
}

/// A host that knows the first members of some structs only. Each struct ends at a page which may
/// not be touched.
private final class OlderHost: DecoderUnderTest {
  private let table: UnsafePointer<lzl_decoder_api>
  private let decoder: OpaquePointer
  private var page: GuardPage
  private var kept: [UnsafeMutableBufferPointer<UInt8>] = []
  /// What configurations without all that is needed were answered with.
  private(set) var refusals: Set<lzl_status> = []

  init(_ loaded: LoadedDecoder) throws {
    table = loaded.table
    page = try GuardPage()
    let limitsPage = try GuardPage()
    // All limits behind the first one are absent: the plugin takes its own.
    var limits = lzl_limits()
    limits.maximum_side = LZL_UNLIMITED_32
    let short = limitsPage.put(limits, size: 8)
    var options = lzl_decoder_options()
    options.limits = UnsafePointer(short)
    var made: OpaquePointer?
    var error = lzl_error()
    let status = table.pointee.create(table.pointee.context, page.put(options, size: 48), &made, &error)
    guard status == LZL_OK, let made else { throw CreationRefused(error: error) }
    decoder = made
  }

  func feed(_ bytes: ArraySlice<UInt8>, flags: UInt32) throws -> lzl_status {
    let copy = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: bytes.count)
    _ = copy.initialize(from: bytes)
    kept.append(copy)
    var chunk = lzl_chunk()
    chunk.flags = flags
    chunk.bytes = lzl_bytes(data: UnsafePointer(copy.baseAddress), size: UInt64(copy.count))
    return table.pointee.feed(decoder, page.put(chunk, size: MemoryLayout<lzl_chunk>.size))
  }

  deinit { for bytes in kept { bytes.deallocate() } }

  func step(flags: UInt32) throws -> lzl_event {
    var event = lzl_event()
    table.pointee.step(decoder, page.put(lzl_step(struct_size: 0, flags: 77), size: 4), &event)
    return event
  }

  func configure(_ configuration: lzl_decode_config) throws -> lzl_status {
    for size in [4, 8, 12, 16, 20] {
      refusals.insert(table.pointee.configure(decoder, page.put(configuration, size: size)))
    }
    // The flags are beyond the end, whatever they are.
    return table.pointee.configure(decoder, page.put(configuration, size: 24))
  }

  func setSurface(_ surface: lzl_surface, _ memory: SurfaceMemory?) throws -> lzl_status {
    var surface = surface
    surface.pixels = memory?.start.assumingMemoryBound(to: UInt8.self)
    refusals.insert(table.pointee.set_surface(decoder, page.put(surface, size: 32)))
    return table.pointee.set_surface(decoder, page.put(surface, size: MemoryLayout<lzl_surface>.size))
  }

  func metadata(kind: UInt32, index: UInt32, capacity: UInt64) throws -> (size: UInt64, bytes: [UInt8]) {
    var bytes = [UInt8](repeating: 0, count: Int(capacity))
    let size = table.pointee.metadata(decoder, kind, index, &bytes, capacity)
    return (size, size <= capacity ? Array(bytes.prefix(Int(size))) : [])
  }

  func rewind() throws -> lzl_status { table.pointee.rewind(decoder) }
  func destroy() throws { table.pointee.destroy(decoder) }
  func makeMemory(byteCount: Int) throws -> SurfaceMemory { try SurfaceMemory(byteCount: byteCount) }
}

/// Memory with a page behind it which may not be read.
final class GuardPage {
  private static let pageSize = 4096
  private let start: UnsafeMutableRawPointer

  init() throws {
    let memory = mmap(nil, 2 * Self.pageSize, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
    guard let memory, memory != MAP_FAILED else { throw HarnessError("No memory") }
    start = memory
    mprotect(start + Self.pageSize, Self.pageSize, PROT_NONE)
  }

  deinit { munmap(start, 2 * Self.pageSize) }

  /// The first `size` bytes of a struct, up to the last byte that may be read; its `struct_size` says so.
  func put<Value: BitwiseCopyable>(_ value: Value, size: Int) -> UnsafeMutablePointer<Value> {
    let place = start + (Self.pageSize - size)
    withUnsafeBytes(of: value) { bytes in
      UnsafeMutableRawBufferPointer(start: place, count: size).copyBytes(from: bytes.prefix(size))
    }
    place.storeBytes(of: UInt32(size), as: UInt32.self)
    return place.assumingMemoryBound(to: Value.self)
  }
}
