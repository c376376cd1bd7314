/// Turns and mirrors a stored image so that it is upright: all eight orientations of EXIF, exactly.
///
/// Any format; `.up` gives back the same pixels without a copy. Throws `outOfMemory`.
public struct OrientProcessor: ImageProcessor, Hashable {
  public let orientation: Orientation

  public init(_ orientation: Orientation) {
    self.orientation = orientation
  }

  public var identity: String { "orient(\(orientation.rawValue))" }

  public func process(_ pixels: PixelBuffer, pool: PixelBufferPool) throws(ImageError) -> PixelBuffer {
    guard orientation != .up else { return pixels }
    let size = ImageSize(width: pixels.width, height: pixels.height).oriented(orientation)
    let surface = try pool.surface(width: size.width, height: size.height, format: pixels.format, color: pixels.color)
    switch pixels.format.bytesPerPixel {
    case 1: try move(pixels, to: surface, as: UInt8.self)
    case 2: try move(pixels, to: surface, as: UInt16.self)
    case 4: try move(pixels, to: surface, as: UInt32.self)
    default: try move(pixels, to: surface, as: UInt64.self)
    }
    return surface.freeze()
  }

  /// Rows lie a whole number of pixels apart: layouts align them to 4 bytes, which 8-byte pixels fill.
  private func move<Pixel: BitwiseCopyable>(
    _ pixels: PixelBuffer, to surface: PixelSurface, as type: Pixel.Type
  ) throws(ImageError) {
    let size = MemoryLayout<Pixel>.stride
    let steps = OrientKernel.Steps(
      orientation, width: pixels.width, height: pixels.height, stride: pixels.bytesPerRow / size)
    try CurrentWork.forEachStrip(
      width: surface.width, height: surface.height, minimumHeight: OrientKernel.blockSide
    ) { rows in
      surface.withUnsafeMutableBytes { target in
        pixels.withUnsafeBytes { source in
          OrientKernel.run(
            source.baseAddress!.assumingMemoryBound(to: Pixel.self), steps,
            target.baseAddress!.assumingMemoryBound(to: Pixel.self), width: surface.width, rows: rows,
            targetStride: surface.bytesPerRow / size)
        }
      }
    }
  }
}
