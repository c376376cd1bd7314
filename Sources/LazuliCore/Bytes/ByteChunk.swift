/// A piece of encoded data on its way from a transport to a decoder, never copied on that way.
///
/// The bytes are immutable and stay in place until the last reference is gone; then whoever
/// allocated them gets them back. Created on any thread, read on any thread.
public final class ByteChunk: @unchecked Sendable {
  // Unchecked: the memory behind the pointer is never written after `init` and is released once,
  // in `deinit`.
  private let storage: UnsafeRawBufferPointer
  private let release: (UnsafeRawBufferPointer) -> Void

  /// Adopts memory of somebody else; `release` is called with it once, on any thread.
  public init(
    adopting bytes: UnsafeRawBufferPointer, release: @escaping @Sendable (UnsafeRawBufferPointer) -> Void
  ) {
    storage = bytes
    self.release = release
  }

  /// Copies `bytes`.
  public convenience init(_ bytes: some Collection<UInt8>) {
    let copy = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: bytes.count)
    _ = copy.initialize(fromContentsOf: bytes)
    self.init(adopting: UnsafeRawBufferPointer(copy)) { $0.deallocate() }
  }

  deinit {
    release(storage)
  }

  /// The number of bytes.
  public var count: Int { storage.count }

  /// Calls `body` with the bytes, which are valid for as long as the chunk lives.
  public func withUnsafeBytes<Result: ~Copyable, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try withExtendedLifetime(self) { () throws(Failure) in try body(storage) }
  }
}
