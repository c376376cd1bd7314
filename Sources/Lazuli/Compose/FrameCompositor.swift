import LazuliCore

/// Makes whole pictures of an animation's frames.
///
/// Frames come in the order of the file, each with its rectangle's pixels; parts beyond the canvas are cut off.
/// Formats are `rgba8` and `rgba16`. `source` copies pixels as they are, `over` follows `OverKernels`.
/// `background` makes the rectangle transparent; `previous` on the first frame counts as `background`
/// (APNG). Only the frame's rectangle is touched when nobody holds the picture before; otherwise that is
/// copied first. A value; compose on one thread at a time.
public struct FrameCompositor: Sendable {
  public let width: Int
  public let height: Int
  public let format: PixelFormat
  private let pool: PixelBufferPool
  /// The picture on the screen; `nil` is all transparent.
  private var canvas: PixelBuffer?
  private var pendingDisposal = Disposal.none
  private var hasComposed = false

  /// What becomes of the canvas before the next frame.
  private enum Disposal: Sendable {
    case none
    case clear(CanvasPart)
    case restore(PixelBuffer, CanvasPart)
    /// Back to a whole canvas kept aside.
    case replace(PixelBuffer?)
  }

  public init(width: Int, height: Int, format: PixelFormat, pool: PixelBufferPool) {
    self.width = width
    self.height = height
    self.format = format
    self.pool = pool
  }

  /// The canvas with the next frame on it, which later frames do not change.
  ///
  /// Throws `outOfMemory`, and `pluginMisbehaved` for a frame of another size or format than it says. After
  /// an error the next frame finds the canvas as this one would have.
  public mutating func compose(
    _ frame: PixelBuffer, _ info: FrameInformation
  ) throws(ImageError) -> PixelBuffer {
    try check(frame, info)
    try dispose()
    let part = CanvasPart(info.rectangle, width: width, height: height)
    let isWhole = isWhole(info.rectangle) && info.blend == .source
    let disposal = try disposal(of: info, part, isWhole: isWhole)
    if isWhole {
      canvas = frame
    } else {
      try draw(frame, at: part, info.blend)
    }
    pendingDisposal = disposal
    hasComposed = true
    return try picture(color: frame.color)
  }

  private func isWhole(_ rectangle: PixelRectangle) -> Bool {
    rectangle == PixelRectangle(x: 0, y: 0, width: width, height: height)
  }

  private func check(_ frame: PixelBuffer, _ info: FrameInformation) throws(ImageError) {
    guard format == .rgba8 || format == .rgba16 else {
      throw ImageError(.unsupported, at: .compose, "Frames of \(format.rawValue) are not composed; ask for rgba8")
    }
    guard frame.format == format, frame.width == info.rectangle.width, frame.height == info.rectangle.height else {
      throw ImageError(
        .pluginMisbehaved, at: .compose,
        """
        Frame \(info.index) has \(frame.width)×\(frame.height) pixels of \(frame.format.rawValue) for a rectangle of \
        \(info.rectangle.width)×\(info.rectangle.height) of \(format.rawValue)
        """)
    }
  }

  /// Settles what the frame before left to be done.
  private mutating func dispose() throws(ImageError) {
    switch pendingDisposal {
    case .none: break
    case .clear(let part) where part.covers(width: width, height: height): canvas = nil
    case .clear(let part): try canvas?.modify(pool: pool) { $0.clear(part) }
    case .restore(let pixels, let part): try draw(pixels, at: part.fromOrigin, .source)
    case .replace(let pixels): canvas = pixels
    }
    pendingDisposal = .none
  }

  /// What is to be done after this frame; called before it is drawn.
  private func disposal(
    of info: FrameInformation, _ part: CanvasPart?, isWhole: Bool
  ) throws(ImageError) -> Disposal {
    guard let part else { return .none }
    switch info.disposal {
    case .none: return .none
    case .background: return .clear(part)
    case .previous where !hasComposed: return .clear(part)
    case .previous where isWhole: return .replace(canvas)
    case .previous:
      guard let canvas else { return .clear(part) }
      return .restore(try canvas.cut(part, pool: pool), part)
    }
  }

  private mutating func draw(_ frame: PixelBuffer, at part: CanvasPart?, _ blend: FrameInformation.Blend)
    throws(ImageError)
  {
    guard let part else { return }
    if canvas == nil { canvas = try transparent(color: frame.color) }
    let format = format
    try canvas?.modify(pool: pool) { surface in
      switch blend {
      case .source:
        surface.draw(frame, at: part) { $1.copyMemory(from: $0, byteCount: $2 * format.bytesPerPixel) }
      case .over:
        surface.draw(frame, at: part, format == .rgba8 ? OverKernels.rgba8 : OverKernels.rgba16)
      }
    }
  }

  private mutating func picture(color: ColorInformation) throws(ImageError) -> PixelBuffer {
    if let canvas { return canvas }
    let empty = try transparent(color: color)
    canvas = empty
    return empty
  }

  private func transparent(color: ColorInformation) throws(ImageError) -> PixelBuffer {
    guard let layout = PixelLayout(width: width, height: height, format: format) else {
      throw ImageError(.invalidRequest, at: .compose, "A canvas of \(width)×\(height) pixels cannot be")
    }
    return try pool.surface(layout, color: color).freeze()
  }
}
