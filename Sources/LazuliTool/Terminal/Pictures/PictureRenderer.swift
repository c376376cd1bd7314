import Lazuli

/// Draws pictures for a terminal in one of its protocols.
protocol PictureRenderer: Sendable {
  /// The most pixels that a picture in so many character cells can have.
  func maximumSize(columns: Int, rows: Int) -> ImageSize
  /// What draws straight RGBA8 from the cursor on, at the left edge; the cursor ends in the line below.
  ///
  /// `isRepaint`: a picture of the same size is there already, and is to be gone.
  func drawing(of pixels: PixelBuffer, isRepaint: Bool) -> TerminalDrawing
}

/// What draws a picture.
struct TerminalDrawing {
  let bytes: [UInt8]
  /// The lines that it takes.
  let rowCount: Int
}

extension TerminalDrawing {
  /// A drawing that leaves the cursor anywhere. Lines are made free for it first: nothing scrolls under it.
  init(inFreeLines drawing: [UInt8], height: Int, cell: ImageSize) {
    rowCount = (height + cell.height - 1) / cell.height
    let before = String(repeating: "\n", count: rowCount) + "\u{1B}[\(rowCount)A\u{1B}7"
    bytes = Array(before.utf8) + drawing + Array("\u{1B}8\u{1B}[\(rowCount)B\r".utf8)
  }
}
