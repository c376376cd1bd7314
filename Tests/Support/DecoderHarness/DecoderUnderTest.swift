import LazuliABI

/// One decoder, as the raw contract has it, wherever it runs. One thread at a time.
///
/// Bytes that were fed are scribbled over as soon as the contract takes them away from the decoder.
/// What is thrown is a fault of the way to the decoder; answers of the decoder are returned.
public protocol DecoderUnderTest: AnyObject {
  func feed(_ bytes: ArraySlice<UInt8>, flags: UInt32) throws -> lzl_status
  func step(flags: UInt32) throws -> lzl_event
  func configure(_ configuration: lzl_decode_config) throws -> lzl_status
  /// With the front of `memory`, or without pixels. The memory lives at least until the frame is done.
  func setSurface(_ surface: lzl_surface, _ memory: SurfaceMemory?) throws -> lzl_status
  /// The size of an item, and its bytes when that is not above `capacity`.
  func metadata(kind: UInt32, index: UInt32, capacity: UInt64) throws -> (size: UInt64, bytes: [UInt8])
  func rewind() throws -> lzl_status
  /// Legal once, in every state; nothing else is called behind it.
  func destroy() throws
  /// Memory which the decoder's process can reach.
  func makeMemory(byteCount: Int) throws -> SurfaceMemory
}

/// A decoder that was not made: `create` answered with this.
public struct CreationRefused: Error, CustomStringConvertible {
  public let error: lzl_error

  public init(error: lzl_error) { self.error = error }

  public var description: String { "create answered \(error.code)" }
}
