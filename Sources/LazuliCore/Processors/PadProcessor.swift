/// Puts space around an image.
///
/// The image's pixels stay as they are. Gray becomes `rgba8` or `rgba16` under a coloured background, gray
/// without alpha `gray-alpha8` or `rgba16` under a translucent one. No space: the same pixels, no copy.
/// Throws `unsupported` for CMYK, `invalidRequest` for space that is negative or too large, `outOfMemory`.
public struct PadProcessor: ImageProcessor, Hashable {
  public enum Space: Sendable, Hashable {
    /// So many pixels on each side.
    case edges(top: Int, left: Int, bottom: Int, right: Int)
    /// As much as is missing to a size; a side that is longer stays.
    case size(ImageSize, Gravity)
  }

  public let space: Space
  public let background: RGBAColor

  public init(_ space: Space, background: RGBAColor = .clear) {
    self.space = space
    self.background = background
  }

  public var identity: String {
    switch space {
    case .edges(let top, let left, let bottom, let right):
      "pad(\(top),\(left),\(bottom),\(right),\(background.name))"
    case .size(let size, let gravity):
      "pad(\(size.width)x\(size.height),\(gravity.rawValue),\(background.name))"
    }
  }

  /// Where an image of `size` goes, and in what; `nil` for what cannot be.
  private func frame(for size: ImageSize) -> (x: Int, y: Int, size: ImageSize)? {
    switch space {
    case .edges(let top, let left, let bottom, let right):
      guard let width = Self.sum(size.width, left, right), let height = Self.sum(size.height, top, bottom) else {
        return nil
      }
      return (left, top, ImageSize(width: width, height: height))
    case .size(let wanted, let gravity):
      let padded = ImageSize(width: max(wanted.width, size.width), height: max(wanted.height, size.height))
      let origin = gravity.origin(of: size, in: padded)
      return (origin.x, origin.y, padded)
    }
  }

  private static func sum(_ side: Int, _ before: Int, _ behind: Int) -> Int? {
    guard before >= 0, behind >= 0 else { return nil }
    let (partial, overflow) = side.addingReportingOverflow(before)
    let (sum, overflowToo) = partial.addingReportingOverflow(behind)
    return overflow || overflowToo ? nil : sum
  }

  public func process(_ pixels: PixelBuffer, pool: PixelBufferPool) throws(ImageError) -> PixelBuffer {
    guard let frame = frame(for: pixels.size) else {
      throw ImageError(.invalidRequest, at: .process, "\(identity) cannot be; ask for space of 0 or more pixels")
    }
    guard frame.size != pixels.size else { return pixels }
    let pixels = try pixels.extended(for: background, toBe: "padded", pool: pool)
    let surface = try pool.surface(
      width: frame.size.width, height: frame.size.height, format: pixels.format, color: pixels.color)
    surface.fill(background)
    surface.place(
      pixels, PixelRectangle(x: 0, y: 0, width: pixels.width, height: pixels.height), x: frame.x, y: frame.y)
    return surface.freeze()
  }
}
