/// Keeps a part of an image and drops the rest.
///
/// Any format, pixels unchanged; the whole image comes back without a copy. Throws `invalidRequest` when
/// no pixel of the part lies in the image, and `outOfMemory`.
public struct CropProcessor: ImageProcessor, Hashable {
  public enum Part: Sendable, Hashable {
    /// What of this rectangle lies within the image.
    case rectangle(PixelRectangle)
    /// At most this size.
    case size(ImageSize, Gravity)
    /// The largest part with the proportions of a size: 16 × 9, say. Sides are rounded to nearest.
    case aspect(ImageSize, Gravity)
  }

  public let part: Part

  public init(_ part: Part) {
    self.part = part
  }

  public init(x: Int, y: Int, width: Int, height: Int) {
    part = .rectangle(PixelRectangle(x: x, y: y, width: width, height: height))
  }

  public var identity: String {
    switch part {
    case .rectangle(let part): "crop(\(part.x),\(part.y),\(part.width)x\(part.height))"
    case .size(let size, let gravity): "crop(size,\(size.width)x\(size.height),\(gravity.rawValue))"
    case .aspect(let size, let gravity): "crop(aspect,\(size.width):\(size.height),\(gravity.rawValue))"
    }
  }

  /// The part of an image of `size`, or `nil` when there is nothing left.
  public func rectangle(in size: ImageSize) -> PixelRectangle? {
    switch part {
    case .rectangle(let part): part.clipped(to: size)
    case .size(let part, let gravity): Self.rectangle(part, gravity, in: size)
    case .aspect(let aspect, let gravity): Self.rectangle(Self.largest(aspect, in: size), gravity, in: size)
    }
  }

  private static func rectangle(_ part: ImageSize, _ gravity: Gravity, in size: ImageSize) -> PixelRectangle? {
    let part = ImageSize(width: min(part.width, size.width), height: min(part.height, size.height))
    guard part.width > 0, part.height > 0 else { return nil }
    let origin = gravity.origin(of: part, in: size)
    return PixelRectangle(x: origin.x, y: origin.y, width: part.width, height: part.height)
  }

  private static func largest(_ aspect: ImageSize, in size: ImageSize) -> ImageSize {
    guard aspect.width > 0, aspect.height > 0 else { return ImageSize(width: 0, height: 0) }
    let ratio = Double(aspect.width) / Double(aspect.height)
    let (width, height) = (Double(size.width), Double(size.height))
    let part = (width: min(width, height * ratio).rounded(), height: min(height, width / ratio).rounded())
    return ImageSize(width: max(Int(part.width), 1), height: max(Int(part.height), 1))
  }

  public func process(_ pixels: PixelBuffer, pool: PixelBufferPool) throws(ImageError) -> PixelBuffer {
    guard let part = rectangle(in: pixels.size) else {
      throw ImageError(
        .invalidRequest, at: .process,
        "Nothing of the \(pixels.width)×\(pixels.height) pixels lies within \(identity); ask for a part that does")
    }
    guard part.width < pixels.width || part.height < pixels.height else { return pixels }
    let surface = try pool.surface(
      width: part.width, height: part.height, format: pixels.format, color: pixels.color)
    surface.place(pixels, part, x: 0, y: 0)
    return surface.freeze()
  }
}

extension PixelRectangle {
  /// What of it lies within an image, or `nil` for nothing.
  func clipped(to size: ImageSize) -> PixelRectangle? {
    let columns = Self.clip(x, width, size.width)
    let rows = Self.clip(y, height, size.height)
    guard !columns.isEmpty, !rows.isEmpty else { return nil }
    return PixelRectangle(x: columns.lowerBound, y: rows.lowerBound, width: columns.count, height: rows.count)
  }

  private static func clip(_ start: Int, _ length: Int, _ side: Int) -> Range<Int> {
    let (end, overflow) = start.addingReportingOverflow(max(length, 0))
    let first = min(max(start, 0), side)
    return first..<max(first, min(overflow ? side : end, side))
  }
}
