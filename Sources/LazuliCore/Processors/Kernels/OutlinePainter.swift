/// Paints a border on the edge of an image and cuts off what is outside of its round corners.
///
/// A border's pixel is the colour over the image's, by the part of it that the border covers, and then as
/// much of that as lies within the outline. Pixels that neither concerns stay to the bit.
struct OutlinePainter {
  private let samples: FloatSamples
  private let size: ImageSize
  private let borderWidth: Int
  private let outer: RoundedRectangle
  private let inner: RoundedRectangle
  private let color: RGBAColor
  /// The samples of the opaque colour; its alpha is in the weights.
  private let ink: [Float]
  /// How many columns at each side are concerned where the border does not run along the row.
  private let sideWidth: Int

  init(
    _ format: PixelFormat, _ size: ImageSize, borderWidth: Int, radius: Double, color: RGBAColor
  ) throws(ImageError) {
    samples = try FloatSamples(format, isLinear: false)
    self.size = size
    self.borderWidth = min(borderWidth, max(size.width, size.height))
    outer = RoundedRectangle(size, inset: 0, radius: radius)
    inner = RoundedRectangle(size, inset: self.borderWidth, radius: radius)
    self.color = color
    ink = RGBAColor(red: color.red, green: color.green, blue: color.blue).samples(in: format).map { Float($0) }
    sideWidth = max(self.borderWidth, Int(outer.radius.rounded(.up)))
  }

  /// Changes the pixels of `surface`.
  func paint(_ surface: PixelSurface) {
    let size = samples.format.bytesPerPixel
    surface.withUnsafeMutableBytes { bytes in
      for y in 0..<surface.height {
        let row = bytes.baseAddress! + y * surface.bytesPerRow
        for x in parts(y).joined() { paint(row + x * size, x, y) }
      }
    }
  }

  /// The columns of a row that may change.
  private func parts(_ y: Int) -> [Range<Int>] {
    let isBorder = y < borderWidth || y >= size.height - borderWidth
    let isRound = y < sideWidth || y >= size.height - sideWidth
    let side = isRound ? sideWidth : borderWidth
    if isBorder || 2 * side >= size.width { return [0..<size.width] }
    return side == 0 ? [] : [0..<side, size.width - side..<size.width]
  }

  private func paint(_ pixel: UnsafeMutableRawPointer, _ x: Int, _ y: Int) {
    let weight = Float(1 - inner.coverage(x: x, y: y)) * Float(color.alpha) / 255
    let outline = Float(outer.coverage(x: x, y: y))
    guard weight > 0 || outline < 1 else { return }
    withUnsafeTemporaryAllocation(of: Float.self, capacity: 4) { floats in
      samples.expand(pixel, into: floats.baseAddress!, count: 1, plane: 1)
      for sample in 0..<ink.count {
        floats[sample] = (floats[sample] * (1 - weight) + ink[sample] * weight) * outline
      }
      samples.contract(floats.baseAddress!, into: pixel, count: 1, plane: 1)
    }
  }
}
