/// Resizes an image whose rows come one after another, without ever holding it whole.
///
/// The arithmetic of `ResizeProcessor`: source rows go in from the top, finished rows appear in the
/// surface handed in, which says the target's size and the format of both. Beside it there is memory for
/// some rows in floats: 8 of the target where it enlarges, about a dozen of the source where a filter shrinks. Rows
/// that never come can be skipped: they count as zeros. One owner, any thread.
public final class RowResizer {
  public let source: ImageSize
  public let surface: PixelSurface
  /// How many source rows were taken.
  public private(set) var takenRowCount = 0
  /// How many rows of the surface are finished, from the top.
  public private(set) var finishedRowCount = 0

  private enum Method {
    case narrow(AreaAverage<UInt8>)
    case wide(AreaAverage<UInt16>)
    case convolution(RowConvolution)
  }
  private let method: Method
  /// Rows of the scaled image above the window that are still to come.
  private var hiddenRowCount: Int

  /// The area average of a whole image.
  ///
  /// With an `extent` only so much of the image is spread over the target; it has to be of the image's size.
  ///
  /// Throws `invalidRequest` for impossible sizes, `outOfMemory`, and `limitExceeded` for sources of more than
  /// about 2^31 pixels.
  public convenience init(
    width: Int, height: Int, extent: ReducedExtent? = nil, into surface: PixelSurface
  ) throws(ImageError) {
    let source = ImageSize(width: width, height: height)
    let target = ImageSize(width: surface.width, height: surface.height)
    try self.init(ResizePlan(from: source, extent, to: target), into: surface)
  }

  /// Throws also `unsupported` for linear light of CMYK.
  public init(
    _ plan: ResizePlan, filter: ResizeFilter = .areaAverage, isInLinearLight: Bool = false,
    into surface: PixelSurface
  ) throws(ImageError) {
    guard plan.isPossible, plan.target == ImageSize(width: surface.width, height: surface.height) else {
      throw Self.refusal(of: plan)
    }
    source = plan.source
    self.surface = surface
    let isExact = filter == .areaAverage && !isInLinearLight
    hiddenRowCount = isExact ? plan.window.y : 0
    if !isExact {
      method = .convolution(
        try RowConvolution(plan, filter.function, surface.format, isInLinearLight: isInLinearLight))
    } else if surface.format.bitsPerSample == 8 {
      method = .narrow(try AreaAverage(plan, format: surface.format))
    } else {
      method = .wide(try AreaAverage(plan, format: surface.format))
    }
  }

  private static func refusal(of plan: ResizePlan) -> ImageError {
    ImageError(
      .invalidRequest, at: .process,
      "An image of \(plan.source.width)×\(plan.source.height) pixels cannot be resized to"
        + " \(plan.scaled.width)×\(plan.scaled.height); ask for another size")
  }

  public var isFinished: Bool { finishedRowCount == surface.height }

  /// Takes the next rows, `bytesPerRow` apart and aligned to their samples. Rows below the image's last one and rows
  /// that `bytes` does not hold in full are left out.
  public func push(_ bytes: UnsafeRawBufferPointer, bytesPerRow: Int) {
    let used = source.width * surface.format.bytesPerPixel
    guard let start = bytes.baseAddress, bytesPerRow >= used, bytes.count >= used else { return }
    let held = (bytes.count - used) / bytesPerRow + 1
    for row in 0..<min(held, source.height - takenRowCount) { take(start + row * bytesPerRow) }
    if case .convolution(let convolution) = method { convolution.keep() }
  }

  /// Takes the rows of an image. Throws `cancelled` as soon as `CurrentWork` is.
  public func push(_ pixels: PixelBuffer) throws(ImageError) {
    let bytesPerRow = pixels.bytesPerRow
    try CurrentWork.forEachStrip(width: pixels.width, height: pixels.height) { rows in
      pixels.withUnsafeBytes { bytes in
        let end = min(rows.upperBound * bytesPerRow, bytes.count)
        push(UnsafeRawBufferPointer(rebasing: bytes[rows.lowerBound * bytesPerRow..<end]), bytesPerRow: bytesPerRow)
      }
    }
  }

  /// Passes over the next `rowCount` rows: transparent, or black in formats without alpha.
  public func skip(rowCount: Int) {
    for _ in 0..<min(max(rowCount, 0), source.height - takenRowCount) { take(nil) }
  }

  private func take(_ row: UnsafeRawPointer?) {
    takenRowCount += 1
    // Nothing below the window is looked at.
    guard !isFinished else { return }
    switch method {
    case .narrow(let average): take(row, average)
    case .wide(let average): take(row, average)
    case .convolution(let convolution): convolution.push(row) { finishRow(convolution.write) }
    }
  }

  private func take<Sample>(_ row: UnsafeRawPointer?, _ average: AreaAverage<Sample>) {
    let emit = { self.finishRow { average.write(to: $0.assumingMemoryBound(to: Sample.self)) } }
    guard let row else { return average.pushNothing(emit: emit) }
    average.push(row.assumingMemoryBound(to: Sample.self), emit: emit)
  }

  private func finishRow(_ write: (UnsafeMutableRawPointer) -> Void) {
    guard hiddenRowCount == 0 else {
      hiddenRowCount -= 1
      return
    }
    // Below the window nothing is wanted, and what an extent leaves of the last source row may reach over further rows.
    guard !isFinished else { return }
    surface.withUnsafeMutableBytes { write($0.baseAddress! + finishedRowCount * surface.bytesPerRow) }
    finishedRowCount += 1
  }
}
