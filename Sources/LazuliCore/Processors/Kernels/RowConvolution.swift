/// Weighs the pixels of rows that come one after another into rows of another size.
///
/// Each source row is reduced to the target's width as soon as it comes. Where there are fewer target rows under way
/// than source rows in one, it is added to those; otherwise it is kept until the last of them is finished. So a few
/// rows of the target's width are all the memory, whether it shrinks or enlarges.
final class RowConvolution {
  private let samples: FloatSamples
  private let columns: ConvolutionWeights
  private let rows: ConvolutionWeights
  private let sourceWidth: Int
  /// The floats of a plane of a source row, with room for reading beyond its end.
  private let sourcePlane: Int
  private let targetPlane: Int
  private let targetCount: Int
  private let keepsSource: Bool
  private let expanded: ScratchMemory<Float>
  /// A reduced source row, or the finished target row.
  private let single: ScratchMemory<Float>
  private let slotCount: Int
  private let slots: ScratchMemory<Float>
  private var nextRow = 0
  private var finished = 0

  /// Throws `outOfMemory`, and `unsupported` for ink in linear light.
  convenience init(
    _ plan: ResizePlan, _ function: ConvolutionFunction, _ format: PixelFormat, isInLinearLight: Bool
  ) throws(ImageError) {
    guard let ratios = plan.ratios else {
      throw ImageError(.invalidRequest, at: .process, "The sizes are beyond all bounds; ask for smaller ones")
    }
    let window = plan.window
    let columns = try ConvolutionWeights(
      function, source: plan.source.width, ratios.across, window: window.x..<window.x + window.width)
    let rows = try ConvolutionWeights(
      function, source: plan.source.height, ratios.down, window: window.y..<window.y + window.height)
    let samples = try FloatSamples(format, isLinear: isInLinearLight)
    try self.init(samples, width: plan.source.width, columns: columns, rows: rows)
  }

  init(
    _ samples: FloatSamples, width: Int, columns: ConvolutionWeights, rows: ConvolutionWeights
  ) throws(ImageError) {
    self.samples = samples
    self.columns = columns
    self.rows = rows
    sourceWidth = width
    sourcePlane = (width + 4) * samples.lanes
    targetPlane = columns.count * samples.lanes
    targetCount = targetPlane * samples.planes
    let (kept, alive) = (rows.longestSpan, rows.mostAlive)
    keepsSource = kept < alive
    slotCount = min(kept, alive)
    let (total, overflow) = targetCount.multipliedReportingOverflow(by: slotCount)
    expanded = try ScratchMemory(count: sourcePlane * samples.planes)
    single = try ScratchMemory(count: targetCount)
    slots = try ScratchMemory(count: overflow ? .max : total)
  }

  /// Takes the next source row, or one of zeros; calls `emit` for each target row that it completes, which `write`
  /// gives out.
  func push(_ row: UnsafeRawPointer?, emit: () -> Void) {
    let index = nextRow
    nextRow += 1
    guard finished < rows.count, rows.spans[finished].first <= index else { return }
    reduce(row, into: keepsSource ? slot(index) : single.start)
    if !keepsSource { share(index) }
    while finished < rows.count, rows.spans[finished].end <= index + 1 {
      if keepsSource { collect() }
      emit()
      finished += 1
    }
  }

  /// Takes all rows of `pixels`; `surface` is as large as what comes of them. Throws `cancelled`.
  func run(_ pixels: PixelBuffer, into surface: PixelSurface) throws(ImageError) {
    var row = 0
    try CurrentWork.forEachStrip(width: max(pixels.width, surface.width), height: pixels.height) { rows in
      pixels.withUnsafeBytes { source in
        surface.withUnsafeMutableBytes { target in
          for index in rows {
            push(source.baseAddress! + index * pixels.bytesPerRow) {
              write(to: target.baseAddress! + row * surface.bytesPerRow)
              row += 1
            }
          }
        }
      }
    }
  }

  /// Writes the target row; valid within `emit`.
  func write(to target: UnsafeMutableRawPointer) {
    let row = keepsSource ? single.start : slot(finished)
    samples.contract(row, into: target, count: columns.count, plane: targetPlane)
  }

  private func slot(_ index: Int) -> UnsafeMutablePointer<Float> {
    slots.start + index % slotCount * targetCount
  }

  private func reduce(_ row: UnsafeRawPointer?, into target: UnsafeMutablePointer<Float>) {
    guard let row else { return target.update(repeating: 0, count: targetCount) }
    samples.expand(row, into: expanded.start, count: sourceWidth, plane: sourcePlane)
    guard samples.lanes == 1 else { return ConvolutionKernels.reduce4(expanded.start, columns, into: target) }
    for plane in 0..<samples.planes {
      ConvolutionKernels.reduce1(
        expanded.start + plane * sourcePlane, columns, into: target + plane * targetPlane)
    }
  }

  /// Adds the reduced row to the target rows under way.
  private func share(_ index: Int) {
    for target in finished..<rows.count {
      let tap = index - rows.spans[target].first
      guard tap >= 0 else { return }
      ConvolutionKernels.add(
        single.start, times: rows.weights(of: target)[tap], to: slot(target), isFirst: tap == 0, count: targetCount)
    }
  }

  /// Makes the next target row of those kept; weights behind the last are zeros.
  private func collect() {
    let (span, weights) = (rows.spans[finished], rows.weights(of: finished))
    for tap in stride(from: 0, to: span.count, by: 4) {
      let kept = (0..<4).map { UnsafePointer(slot(span.first + min(tap + $0, span.count - 1))) }
      let four = UnsafeRawPointer(weights + tap).loadUnaligned(as: SIMD4<Float>.self)
      ConvolutionKernels.add(
        (kept[0], kept[1], kept[2], kept[3]), times: four, to: single.start, isFirst: tap == 0, count: targetCount)
    }
  }
}
