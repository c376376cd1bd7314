import LazuliCore

/// A window onto a frame whose rows go into resizers as they come: there never is a canvas. One thread at a time.
final class ResizingWindow {
  /// What a processor's cache holds along with the rest.
  private static let byteCount = 256 << 10
  private static let minimumHeight = 16

  /// Row y of the frame lies at y modulo its height.
  let surface: PixelSurface
  private let resizers: [ResizePlan: RowResizer]

  /// For a frame of `layout`, which is the source of all `plans`; those are made at once.
  init(
    _ layout: PixelLayout, _ plans: Set<ResizePlan>, _ options: ResizeOptions, color: ColorInformation,
    pool: PixelBufferPool
  ) throws(ImageError) {
    surface = try pool.surface(Self.window(of: layout), color: color, isCleared: false)
    var resizers: [ResizePlan: RowResizer] = [:]
    for plan in plans { resizers[plan] = try plan.makeResizer(options, layout.format, color: color, pool: pool) }
    self.resizers = resizers
  }

  private static func window(of layout: PixelLayout) -> PixelLayout {
    let height = min(layout.height, max(minimumHeight, byteCount / layout.bytesPerRow))
    return PixelLayout(width: layout.width, height: height, format: layout.format) ?? layout
  }

  /// The next rows of the frame, as many as the window holds at the most.
  func take(_ rows: Range<Int>) {
    let first = rows.lowerBound % surface.height
    let front = min(rows.count, surface.height - first)
    push(first..<first + front)
    push(0..<rows.count - front)
  }

  private func push(_ rows: Range<Int>) {
    guard !rows.isEmpty else { return }
    let bytesPerRow = surface.bytesPerRow
    surface.withUnsafeMutableBytes { bytes in
      let start = rows.lowerBound * bytesPerRow
      let part = UnsafeRawBufferPointer(rebasing: bytes[start..<rows.upperBound * bytesPerRow])
      for resizer in resizers.values { resizer.push(part, bytesPerRow: bytesPerRow) }
    }
  }

  /// A copy of what is finished; the rest is zeros, and transparent where `wholeRowCount` is `nil`.
  struct Snapshot {
    let pixels: PixelBuffer
    let wholeRowCount: Int?
  }

  /// One for each plan.
  func snapshot(pool: PixelBufferPool) throws(ImageError) -> [ResizePlan: Snapshot] {
    var copies: [ResizePlan: Snapshot] = [:]
    for (plan, resizer) in resizers { copies[plan] = try resizer.finishedRows(pool: pool) }
    return copies
  }

  /// The pixels of each plan; rows that never came are transparent. To be called once.
  func finish() -> [ResizePlan: PixelBuffer] {
    resizers.mapValues { resizer in
      resizer.skip(rowCount: .max)
      return resizer.surface.freeze()
    }
  }
}

extension RowResizer {
  fileprivate func finishedRows(pool: PixelBufferPool) throws(ImageError) -> ResizingWindow.Snapshot {
    var coverage = RowCoverage()
    coverage.add(0..<finishedRowCount)
    let copy = try SurfaceCopy(of: surface, coverage, nil, ResizeOptions(), pool: pool)
    while true {
      if let pixels = try copy.advance() { return .init(pixels: pixels, wholeRowCount: copy.wholeRowCount) }
    }
  }
}
