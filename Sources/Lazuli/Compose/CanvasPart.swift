import LazuliCore

/// The part of a frame that lies on the canvas.
struct CanvasPart: Sendable, Hashable {
  /// On the canvas.
  let columns: Range<Int>
  let rows: Range<Int>
  /// Where the part begins within the frame.
  let frameX: Int
  let frameY: Int

  /// `nil` when nothing of the rectangle lies on the canvas, wherever the rectangle is.
  init?(_ rectangle: PixelRectangle, width: Int, height: Int) {
    let columns = Self.clip(rectangle.x, rectangle.width, to: width)
    let rows = Self.clip(rectangle.y, rectangle.height, to: height)
    guard !columns.isEmpty, !rows.isEmpty else { return nil }
    self.columns = columns
    self.rows = rows
    frameX = columns.lowerBound - rectangle.x
    frameY = rows.lowerBound - rectangle.y
  }

  /// The same part of the canvas, for pixels that begin with it.
  var fromOrigin: CanvasPart { CanvasPart(columns: columns, rows: rows, frameX: 0, frameY: 0) }

  private init(columns: Range<Int>, rows: Range<Int>, frameX: Int, frameY: Int) {
    self.columns = columns
    self.rows = rows
    self.frameX = frameX
    self.frameY = frameY
  }

  private static func clip(_ start: Int, _ length: Int, to side: Int) -> Range<Int> {
    let (end, overflow) = start.addingReportingOverflow(max(length, 0))
    let lower = min(max(start, 0), side)
    return lower..<max(lower, overflow ? side : min(end, side))
  }

  func covers(width: Int, height: Int) -> Bool {
    columns == 0..<width && rows == 0..<height
  }
}
