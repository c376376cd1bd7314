import DecoderWire
import LazuliABI

/// A decoder in a process of its own: events cross as their 256 bytes, surfaces as shared memory.
public final class RemoteDecoder: DecoderUnderTest {
  public let peer: PeerProcess

  public init(_ loaded: LoadedDecoder, limits: lzl_limits) throws {
    peer = try PeerProcess(loaded)
    try create(limits: limits)
  }

  /// The first decoder of this peer.
  public init(in peer: PeerProcess, limits: lzl_limits) throws {
    self.peer = peer
    try create(limits: limits)
  }

  private func create(limits: lzl_limits) throws {
    var request = wire_request(WIRE_CREATE)
    request.limits = limits
    let answer = try peer.call(request).answer
    guard answer.status == LZL_OK else { throw CreationRefused(error: answer.event.payload.error) }
  }

  public func feed(_ bytes: ArraySlice<UInt8>, flags: UInt32) throws -> lzl_status {
    var request = wire_request(WIRE_FEED)
    request.flags = flags
    return try peer.call(request, bytes).answer.status
  }

  public func step(flags: UInt32) throws -> lzl_event {
    var request = wire_request(WIRE_STEP)
    request.flags = flags
    return try peer.call(request).answer.event
  }

  public func configure(_ configuration: lzl_decode_config) throws -> lzl_status {
    var request = wire_request(WIRE_CONFIGURE)
    request.config = configuration
    return try peer.call(request).answer.status
  }

  public func setSurface(_ surface: lzl_surface, _ memory: SurfaceMemory?) throws -> lzl_status {
    var request = wire_request(WIRE_SURFACE)
    request.surface = surface
    return try peer.call(request, descriptor: memory?.descriptor ?? -1).answer.status
  }

  public func metadata(kind: UInt32, index: UInt32, capacity: UInt64) throws -> (size: UInt64, bytes: [UInt8]) {
    var request = wire_request(WIRE_METADATA)
    request.metadata_kind = kind
    request.metadata_index = index
    request.capacity = capacity
    let (answer, bytes) = try peer.call(request)
    return (answer.value, bytes)
  }

  public func rewind() throws -> lzl_status {
    try peer.call(wire_request(WIRE_REWIND)).answer.status
  }

  public func destroy() throws {
    _ = try peer.call(wire_request(WIRE_DESTROY))
    peer.end()
  }

  public func makeMemory(byteCount: Int) throws -> SurfaceMemory {
    try SurfaceMemory(sharedByteCount: byteCount)
  }
}

extension PeerProcess {
  /// Bytes that the peer has allocated, and the most address space that it ever used.
  public func memory() throws -> (allocated: UInt64, peak: UInt64) {
    let answer = try call(wire_request(WIRE_MEMORY)).answer
    return (answer.value, answer.peak)
  }
}

extension wire_request {
  init(_ kind: UInt32) {
    self.init()
    self.kind = kind
  }
}
