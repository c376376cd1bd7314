import CLazuliGIF
import LazuliPluginKit

/// Paints one frame onto its surface, a strip a step.
struct FramePainter {
  enum Progress {
    /// Rows with their values.
    case rows(first: Int, count: Int)
    case passDone
    case working
    /// Every pixel has its value; `isWhole` is false when not all of them were stored.
    case done(isWhole: Bool)
  }

  /// Pixels of a strip: about a millisecond.
  private static let stripCount = 1 << 17

  let surface: PluginSurface
  let rows: IndexRows
  let palette: GIFPalette
  /// Whether rows which are missing for good are made up: not when the file ends within them.
  let isCompleting: Bool
  private(set) var order: RowOrder
  /// Rows that were told of.
  private var reported = 0
  private var isCut = false
  /// The next row to be made up.
  private var filled = 0
  private(set) var storedRowCount = 0
  /// Whether the rows of this pass stand for later ones until those come: decided when the pass begins.
  private var isSpreading = false
  /// Whether those of the passes before it do.
  private var isSpread = true

  init(surface: PluginSurface, rows: IndexRows, palette: GIFPalette, isInterlaced: Bool, isCompleting: Bool) {
    self.surface = surface
    self.rows = rows
    self.palette = palette
    self.isCompleting = isCompleting
    order = RowOrder(height: surface.height, isInterlaced: isInterlaced)
  }

  private var stripRowCount: Int { min(max(1, Self.stripCount / surface.width), surface.rowCapacity) }

  /// Begins without data: every pixel is missing.
  mutating func skipData() { isCut = true }

  mutating func advance(wantsPreview: Bool) -> Progress {
    if isCut { return fill() }
    if order.isDone { return finish() }
    if order.isPassDone {
      isSpread = isSpreading
      order.beginPass()
      return .passDone
    }
    if order.isPassNew { isSpreading = wantsPreview }
    return paintStrip()
  }

  private mutating func paintStrip() -> Progress {
    let catchesUp = isSpreading && !isSpread
    let first = catchesUp ? order.row - order.row % (2 * order.span) : order.row
    var end = first
    for _ in 0..<stripRowCount where !order.isPassDone && !isCut {
      guard paintRow() else { break }
      let (row, start) = (order.row, order.row - order.row % (2 * order.span))
      end = min(row + order.span, surface.height)
      order.advance()
      guard catchesUp else { continue }
      if order.isPassDone { end = surface.height }
      spread(start..<end)
    }
    return report(first, end)
  }

  /// Rows of earlier passes stand for those that were not stored so far.
  private func spread(_ rows: Range<Int>) {
    for row in rows where !order.isStored(row) {
      guard let source = order.substitute(for: row) else { continue }
      memcpy(surface.row(row), surface.row(source), surface.width * 4)
    }
  }

  /// False when no row came, or only a part of one.
  private mutating func paintRow() -> Bool {
    switch rows.next() {
    case .busy: return false
    case .row: paint(rows.indices, surface.width)
    case .cut(let count):
      isCut = true
      guard count > 0 else { return false }
      paint(rows.indices, count)
      memset(surface.row(order.row) + count * 4, 0, (surface.width - count) * 4)
    }
    storedRowCount += 1
    guard isSpreading else { return true }
    for row in (order.row + 1)..<max(order.row + 1, min(order.row + order.span, surface.height)) {
      memcpy(surface.row(row), surface.row(order.row), surface.width * 4)
    }
    return true
  }

  private func paint(_ indices: UnsafePointer<UInt8>, _ count: Int) {
    palette.paint(indices, count: count, to: surface.row(order.row))
  }

  private mutating func report(_ first: Int, _ end: Int) -> Progress {
    guard end > first, isSpreading || order.isLastPass else { return .working }
    let start = order.isLastPass ? reported : first
    if order.isLastPass { reported = end }
    return .rows(first: start, count: end - start)
  }

  private mutating func finish() -> Progress {
    guard reported < surface.height else { return .done(isWhole: true) }
    let first = reported
    reported = surface.height
    return .rows(first: first, count: surface.height - first)
  }

  /// Makes up a strip of what was not stored: rows of earlier passes stand for later ones, the rest is transparent.
  private mutating func fill() -> Progress {
    let end = fillEnd
    filled = max(filled, reported)
    guard filled < end else { return .done(isWhole: false) }
    let first = filled
    filled = min(end, first + stripRowCount)
    for row in first..<filled where !order.isStored(row) {
      if let source = order.substitute(for: row) {
        memcpy(surface.row(row), surface.row(source), surface.width * 4)
      } else {
        memset(surface.row(row), 0, surface.width * 4)
      }
    }
    return .rows(first: first, count: filled - first)
  }

  private var fillEnd: Int {
    if isCompleting || order.pass > 0 { return surface.height }
    return min(order.row, surface.height)
  }
}
