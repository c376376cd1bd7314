/// Takes the colour out: red, green and blue become luma by BT.709 (0.2126, 0.7152, 0.0722), rounded to nearest.
///
/// Of the samples as encoded. The format stays; `ConvertProcessor` makes gray formats. Gray pixels come back as they
/// are. Throws `unsupported` for CMYK, and `outOfMemory`.
public struct GrayscaleProcessor: ImageProcessor, Hashable {
  public init() {}

  public var identity: String { "grayscale" }

  public func process(_ pixels: PixelBuffer, pool: PixelBufferPool) throws(ImageError) -> PixelBuffer {
    guard pixels.format.hasColor else { return pixels }
    let matrix = ColorMatrix(saturation: 0, scale: 1, offset: .zero, keepsGray: true)
    return try pixels.mapColors(by: matrix, toBe: "made gray", pool: pool)
  }
}
