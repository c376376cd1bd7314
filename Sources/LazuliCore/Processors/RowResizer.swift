/// Resizes an image whose rows come one after another, without ever holding it whole.
///
/// The area average of `ResizeProcessor`: source rows go in from the top, finished rows appear in the
/// surface handed in, which says the target's size and the format of both. Rows that never come can
/// be skipped: they count as zeros. One owner, any thread.
public final class RowResizer {
  public let source: ImageSize
  public let surface: PixelSurface
  /// How many source rows were taken.
  public private(set) var takenRowCount = 0
  /// How many rows of the surface are finished, from the top.
  public private(set) var finishedRowCount = 0

  private enum Average {
    case narrow(AreaAverage<UInt8>)
    case wide(AreaAverage<UInt16>)
  }
  private let average: Average

  /// With an `extent` only so much of the image is spread over the target; it has to be of the image's size.
  ///
  /// Throws `outOfMemory`, and `limitExceeded` for sources of more than about 2^31 pixels.
  public init(
    width: Int, height: Int, extent: ReducedExtent? = nil, into surface: PixelSurface
  ) throws(ImageError) {
    source = ImageSize(width: width, height: height)
    guard PixelLayout(width: width, height: height, format: surface.format) != nil,
      extent == nil || extent?.size == source
    else { throw ImageError(.invalidRequest, at: .process, "An image of \(width)×\(height) pixels cannot be resized") }
    self.surface = surface
    let extent = extent ?? ReducedExtent(whole: source)
    let target = ImageSize(width: surface.width, height: surface.height)
    average =
      if surface.format.bitsPerSample == 8 {
        try .narrow(AreaAverage(source, extent, to: target, format: surface.format))
      } else {
        try .wide(AreaAverage(source, extent, to: target, format: surface.format))
      }
  }

  public var isFinished: Bool { finishedRowCount == surface.height }

  /// Takes the next rows, `bytesPerRow` apart and aligned to their samples. Rows below the image's last one and rows that
  /// `bytes` does not hold in full are left out.
  public func push(_ bytes: UnsafeRawBufferPointer, bytesPerRow: Int) {
    let used = source.width * surface.format.bytesPerPixel
    guard let start = bytes.baseAddress, bytesPerRow >= used, bytes.count >= used else { return }
    let held = (bytes.count - used) / bytesPerRow + 1
    for row in 0..<min(held, source.height - takenRowCount) { take(start + row * bytesPerRow) }
  }

  /// Passes over the next `rowCount` rows: transparent, or black in formats without alpha.
  public func skip(rowCount: Int) {
    for _ in 0..<min(max(rowCount, 0), source.height - takenRowCount) { take(nil) }
  }

  private func take(_ row: UnsafeRawPointer?) {
    takenRowCount += 1
    switch average {
    case .narrow(let average): take(row, average)
    case .wide(let average): take(row, average)
    }
  }

  private func take<Sample>(_ row: UnsafeRawPointer?, _ average: AreaAverage<Sample>) {
    let emit = { self.finishRow(average) }
    guard let row else { return average.pushNothing(emit: emit) }
    average.push(row.assumingMemoryBound(to: Sample.self), emit: emit)
  }

  private func finishRow<Sample>(_ average: AreaAverage<Sample>) {
    // What an extent leaves of the last source row may reach over further rows.
    guard !isFinished else { return }
    surface.withUnsafeMutableBytes { bytes in
      let row = bytes.baseAddress! + finishedRowCount * surface.bytesPerRow
      average.write(to: row.assumingMemoryBound(to: Sample.self))
    }
    finishedRowCount += 1
  }
}
