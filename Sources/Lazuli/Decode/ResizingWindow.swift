import LazuliCore

/// A window onto a frame whose rows go into resizers as they come: there never is a canvas. One thread at a time.
final class ResizingWindow {
  /// What a processor's cache holds along with the rest.
  private static let byteCount = 256 << 10
  private static let minimumHeight = 16

  /// Row y of the frame lies at y modulo its height.
  let surface: PixelSurface
  private let resizers: [ResizePlan: RowResizer]
  /// What becomes of rows before they are resized.
  private let conversion: PixelConversion?

  /// For a frame of `layout`, which is the source of all `plans`; those are made at once, in the format `working`
  /// where there is one.
  init(
    _ layout: PixelLayout, _ plans: Set<ResizePlan>, _ options: ResizeOptions, working: PixelFormat?,
    color: ColorInformation, pool: PixelBufferPool
  ) throws(ImageError) {
    surface = try pool.surface(Self.window(of: layout), color: color, isCleared: false)
    conversion = working.flatMap { PixelConversion(from: layout.format, to: $0, allowsLoss: true) }
    let format = conversion?.target ?? layout.format
    var resizers: [ResizePlan: RowResizer] = [:]
    for plan in plans { resizers[plan] = try plan.makeResizer(options, format, color: color, pool: pool) }
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
      guard let conversion else { return push(part, bytesPerRow) }
      for row in rows { push(UnsafeRawBufferPointer(rebasing: bytes[(row * bytesPerRow)...]), by: conversion) }
    }
  }

  private func push(_ rows: UnsafeRawBufferPointer, _ bytesPerRow: Int) {
    for resizer in resizers.values { resizer.push(rows, bytesPerRow: bytesPerRow) }
  }

  /// One row, in the format that it becomes.
  private func push(_ row: UnsafeRawBufferPointer, by conversion: PixelConversion) {
    let byteCount = surface.width * conversion.target.bytesPerPixel
    withUnsafeTemporaryAllocation(byteCount: byteCount, alignment: 64) { converted in
      conversion.convert(row.baseAddress!, into: converted.baseAddress!, count: surface.width)
      push(UnsafeRawBufferPointer(converted), byteCount)
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
