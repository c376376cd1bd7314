/// Pixels that nobody writes any more: copying it copies a reference.
///
/// `height` rows of `bytesPerRow` bytes, `width` pixels of `format` in each, from the top. Memory
/// goes back to its pool with the last copy. Made by `PixelSurface.freeze()`.
public struct PixelBuffer: Sendable {
  public let layout: PixelLayout
  /// What is known of the colours.
  public var color: ColorInformation
  private var storage: PixelStorage

  init(layout: PixelLayout, storage: PixelStorage, color: ColorInformation) {
    self.layout = layout
    self.storage = storage
    self.color = color
  }

  public var width: Int { layout.width }
  public var height: Int { layout.height }
  public var format: PixelFormat { layout.format }
  public var bytesPerRow: Int { layout.bytesPerRow }
  /// The bytes that the pixels take in memory.
  public var byteCount: Int { layout.byteCount }

  /// Calls `body` with the memory.
  public func withUnsafeBytes<Result, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let bytes = UnsafeRawBufferPointer(rebasing: storage.bytes[..<layout.byteCount])
    return try withExtendedLifetime(storage) { () throws(Failure) in try body(bytes) }
  }

  /// Changes the pixels: in place where this is their only copy, otherwise in a copy from `pool`.
  ///
  /// Other copies stay as they are. Throws `outOfMemory` and what `body` throws.
  public mutating func modify(
    pool: PixelBufferPool, _ body: (PixelSurface) throws(ImageError) -> Void
  ) throws(ImageError) {
    if !isKnownUniquelyReferenced(&storage) { storage = try copiedStorage(pool: pool) }
    let surface = PixelSurface(layout: layout, storage: storage, color: color)
    defer { color = surface.freeze().color }
    try body(surface)
  }

  private func copiedStorage(pool: PixelBufferPool) throws(ImageError) -> PixelStorage {
    let copy = try pool.surface(layout, isCleared: false)
    copy.withUnsafeMutableBytes { target in
      withUnsafeBytes { source in target.copyMemory(from: source) }
    }
    return copy.freeze().storage
  }
}
