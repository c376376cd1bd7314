import Lazuli

/// A sheet under construction. Cells are painted in any order, by one thread at a time.
struct Sheet {
  let layout: SheetLayout
  private let surface: PixelSurface

  /// A sheet of this background alone. Throws `limitExceeded`, `outOfMemory`.
  init(_ layout: SheetLayout, background: RGBColor, limits: DecodingLimits) throws(ImageError) {
    self.layout = layout
    let size = layout.size
    try limits.check(size, .rgba8, "The sheet", at: .process)
    guard let pixels = PixelLayout(width: size.width, height: size.height, format: .rgba8) else {
      throw ImageError(.invalidRequest, at: .process, "A sheet of \(size.width)×\(size.height) pixels cannot be")
    }
    surface = try PixelBufferPool().surface(pixels, isCleared: false)
    fill(PixelRectangle(x: 0, y: 0, width: size.width, height: size.height)) { _, _ in background }
  }

  /// Paints a picture of straight RGBA8 that fits into its cell; what is transparent lies on a checkerboard.
  func paint(_ picture: PixelBuffer, at index: Int) {
    let place = layout.place(of: index, ImageSize(width: picture.width, height: picture.height))
    picture.withUnsafeBytes { source in
      fill(place) { x, y in
        let at = y * picture.bytesPerRow + x * 4
        let color = RGBColor(red: source[at], green: source[at + 1], blue: source[at + 2])
        let alpha = source[at + 3]
        return alpha == 255 ? color : color.over(Self.checkerboard(x, y), alpha: alpha)
      }
    }
  }

  /// Crosses a cell out, whose picture there is not.
  func mark(_ index: Int) {
    let cell = layout.cell(of: index)
    fill(cell) { x, y in
      // Distances from both diagonals, times the cell's width.
      let (falling, rising) = (x * cell.height - y * cell.width, (cell.width - 1 - x) * cell.height - y * cell.width)
      return min(abs(falling), abs(rising)) <= 2 * cell.width ? Self.crossColor : Self.failedColor
    }
  }

  func finish() -> PixelBuffer { surface.freeze() }

  private static let failedColor = RGBColor(red: 90, green: 30, blue: 30)
  private static let crossColor = RGBColor(red: 220, green: 80, blue: 80)

  private static func checkerboard(_ x: Int, _ y: Int) -> RGBColor {
    let shade: UInt8 = (x / 8 + y / 8) % 2 == 0 ? 246 : 222
    return RGBColor(red: shade, green: shade, blue: shade)
  }

  /// Opaque colours by their place in the rectangle, which lies on the sheet.
  private func fill(_ rectangle: PixelRectangle, _ color: (Int, Int) -> RGBColor) {
    surface.withUnsafeMutableBytes { bytes in
      for y in 0..<rectangle.height {
        var at = (rectangle.y + y) * surface.bytesPerRow + rectangle.x * 4
        for x in 0..<rectangle.width {
          let color = color(x, y)
          (bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]) = (color.red, color.green, color.blue, 255)
          at += 4
        }
      }
    }
  }
}

extension RGBColor {
  /// This colour, of that alpha, on an opaque one.
  fileprivate func over(_ below: RGBColor, alpha: UInt8) -> RGBColor {
    func mix(_ upper: UInt8, _ lower: UInt8) -> UInt8 {
      let sum = Int(upper) * Int(alpha) + Int(lower) * Int(255 - alpha)
      return UInt8((sum + 127) / 255)
    }
    return RGBColor(red: mix(red, below.red), green: mix(green, below.green), blue: mix(blue, below.blue))
  }
}
