import Lazuli

/// Pictures as sixels.
struct SixelGraphics: PictureRenderer {
  let cell: ImageSize
  var colorCount = IndexedPicture.maximumColorCount
  /// The greatest picture that the terminal takes.
  var maximumSize: ImageSize?
  var background: RGBColor?

  func maximumSize(columns: Int, rows: Int) -> ImageSize {
    ImageSize(
      width: min(columns * cell.width, maximumSize?.width ?? .max),
      height: min(rows * cell.height, maximumSize?.height ?? .max))
  }

  func drawing(of pixels: PixelBuffer, isRepaint: Bool) -> TerminalDrawing {
    let opaque = OpaquePixels(pixels, background: background)
    let sixels = SixelWriter(IndexedPicture(opaque, colorCount: colorCount)).bytes()
    // What is below the cursor is the frame before: where the new one has no pixels, it would stay.
    let erasure = isRepaint && opaque.hasTransparency ? Array("\u{1B}[J".utf8) : []
    return TerminalDrawing(inFreeLines: erasure + sixels, height: pixels.height, cell: cell)
  }
}
