/// Keeps pixel memory for the next image, because fresh pages cost more than many a codec.
///
/// Blocks of 64 KiB and more are kept, up to `maximumIdleByteCount` in all, and handed out to requests
/// of at least half their size; the one that has lain idle longest is freed first. Smaller ones are
/// malloc's. Used on any thread.
public final class PixelBufferPool: Sendable {
  static let minimumBlockByteCount = IdlePixelBlocks.minimumBlockByteCount
  static let object = "What is made of the image"

  /// Bytes that may lie idle. 256 MiB.
  public var maximumIdleByteCount: Int { idle.maximumByteCount }
  /// What each surface is held to, whoever asks for it; `nil`: to nothing.
  public let limits: DecodingLimits?
  let idle: IdlePixelBlocks

  public convenience init(maximumIdleByteCount: Int = 256 << 20, limits: DecodingLimits? = nil) {
    self.init(IdlePixelBlocks(maximumByteCount: maximumIdleByteCount), limits)
  }

  private init(_ idle: IdlePixelBlocks, _ limits: DecodingLimits?) {
    self.idle = idle
    self.limits = limits
  }

  /// The same memory, given out within other limits.
  public func limited(to limits: DecodingLimits?) -> PixelBufferPool {
    limits == self.limits ? self : PixelBufferPool(idle, limits)
  }

  /// The bytes lying idle.
  public var idleByteCount: Int { idle.byteCount }

  /// A surface, zeroed unless `isCleared` is false (then it may hold somebody's old pixels, for
  /// callers who write every byte or clear the rest). Throws `outOfMemory`, and `limitExceeded` beyond the limits.
  public func surface(
    _ layout: PixelLayout, color: ColorInformation = .init(), isCleared: Bool = true
  ) throws(ImageError) -> PixelSurface {
    try limits?.check(ImageSize(width: layout.width, height: layout.height), layout.format, Self.object, at: .process)
    if let block = idle.take(atLeast: layout.byteCount) {
      let storage = PixelStorage(reusing: block, idle: idle)
      let surface = PixelSurface(layout: layout, storage: storage, color: color)
      if isCleared { surface.clear(rows: 0..<layout.height) }
      return surface
    }
    guard let storage = PixelStorage(freshByteCount: layout.byteCount, isCleared: isCleared, idle: idle) else {
      throw ImageError(
        .outOfMemory, at: .decode,
        "No memory for \(layout.width)×\(layout.height) pixels (\(layout.byteCount) bytes); ask for a smaller size")
    }
    return PixelSurface(layout: layout, storage: storage, color: color)
  }

  /// Frees everything that lies idle.
  public func removeAll() { idle.removeAll() }
}
