import Lazuli

/// Some lines of a terminal, where each picture takes the place of the one before, which has the same size.
struct PicturePlace {
  let output: Terminal
  let renderer: any PictureRenderer
  /// The lines of the picture that is there.
  private var height = 0

  init(output: Terminal, renderer: any PictureRenderer) {
    self.output = output
    self.renderer = renderer
  }

  /// Over the last one, as one update where the terminal can (private mode 2026); the cursor ends in the line below.
  mutating func show(_ pixels: PixelBuffer) {
    let drawing = renderer.drawing(of: pixels, isRepaint: height > 0)
    guard height > 0 else {
      output.write(drawing.bytes)
      height = drawing.rowCount
      return
    }
    output.write("\u{1B}[?2026h\u{1B}[\(height)A\r")
    output.write(drawing.bytes)
    output.write("\u{1B}[?2026l")
  }
}
