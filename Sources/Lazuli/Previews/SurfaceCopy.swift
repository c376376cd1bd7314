import LazuliCore

/// Copies what a surface holds, strip by strip, in the size that is wanted; rows without values are transparent.
///
/// Nobody writes to the surface meanwhile. One thread at a time.
final class SurfaceCopy: PixelWork {
  /// A millisecond or two.
  private static let pixelsPerStrip = 1 << 20

  private let source: PixelSurface
  private let coverage: RowCoverage
  private let target: PixelSurface
  /// Where the copy has another size.
  private let resizer: RowResizer?
  private var row = 0
  /// How many rows of the copy are whole, from the top; `nil`: the others are transparent.
  private(set) var wholeRowCount: Int?

  /// `plan`: what to resize to.
  init(
    of source: PixelSurface, _ coverage: RowCoverage, _ plan: ResizePlan?, _ options: ResizeOptions,
    pool: PixelBufferPool
  ) throws(ImageError) {
    self.source = source
    self.coverage = coverage
    if let plan {
      let resizer = try plan.makeResizer(options, source.format, color: source.color, pool: pool)
      (self.resizer, target) = (resizer, resizer.surface)
    } else {
      resizer = nil
      target = try pool.surface(source.layout, color: source.color, isCleared: false)
    }
  }

  func advance() throws(ImageError) -> PixelBuffer? {
    let strip = row..<min(row + max(Self.pixelsPerStrip / source.width, 1), source.height)
    row = strip.upperBound
    var next = strip.lowerBound
    for gap in coverage.missing(in: strip) + [strip.upperBound..<strip.upperBound] {
      take(next..<gap.lowerBound)
      if !gap.isEmpty { leaveOut(gap) }
      next = gap.upperBound
    }
    return row == source.height ? target.freeze() : nil
  }

  private func take(_ rows: Range<Int>) {
    guard !rows.isEmpty else { return }
    let bytesPerRow = source.bytesPerRow
    source.withUnsafeMutableBytes { bytes in
      let part = UnsafeRawBufferPointer(rebasing: bytes[rows.lowerBound * bytesPerRow..<rows.upperBound * bytesPerRow])
      if let resizer {
        resizer.push(part, bytesPerRow: bytesPerRow)
      } else {
        target.withUnsafeMutableBytes { targetBytes in
          let start = targetBytes.baseAddress! + rows.lowerBound * bytesPerRow
          start.copyMemory(from: part.baseAddress!, byteCount: part.count)
        }
      }
    }
  }

  private func leaveOut(_ rows: Range<Int>) {
    if wholeRowCount == nil, !source.format.hasAlpha {
      wholeRowCount = resizer?.finishedRowCount ?? rows.lowerBound
    }
    if let resizer { resizer.skip(rowCount: rows.count) } else { target.clear(rows: rows) }
  }
}
