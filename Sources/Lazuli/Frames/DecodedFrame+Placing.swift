import LazuliCore

extension DecodedFrame {
  /// The frame alone on the canvas: a first frame need not cover it. Pages are canvases of their own.
  func placed(on canvas: ImageSize, _ header: ImageHeader, pool: PixelBufferPool) throws(ImageError) -> PixelBuffer {
    let whole = PixelRectangle(x: 0, y: 0, width: canvas.width, height: canvas.height)
    guard information.rectangle != whole, !header.hasPages else { return pixels }
    let format: PixelFormat = pixels.format.bitsPerSample > 8 ? .rgba16 : .rgba8
    var compositor = FrameCompositor(width: canvas.width, height: canvas.height, format: format, pool: pool)
    return try compositor.compose(ConvertProcessor(to: format).process(pixels, pool: pool), information)
  }
}
