/// Weighs the pixels of rows that come one after another into rows of another size.
///
/// Where there are fewer source rows in a target row than target rows under way, each source row is reduced to the
/// target's width as it comes, and kept until the last of them is finished. Otherwise source rows are added to the
/// target rows under way, a few at a time, and those reduced to the target's width when they are finished: there are
/// fewer of them. So a few rows are all the memory, whether it shrinks or enlarges.
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
  /// The finished target row.
  private let single: ScratchMemory<Float>
  /// Source rows that are not added yet, where they are not kept.
  private let batch: RowBatch?
  private let slotCount: Int
  private let slotSize: Int
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
    let sourceCount = sourcePlane * samples.planes
    let kept = rows.longestSpan
    keepsSource = kept < rows.mostAlive()
    slotCount = keepsSource ? kept : rows.mostAlive(inBatchesOf: RowBatch.capacity)
    slotSize = keepsSource ? targetCount : sourceCount
    batch = keepsSource ? nil : try RowBatch(samples, width: width, floatCount: sourceCount)
    let (total, overflow) = slotSize.multipliedReportingOverflow(by: slotCount)
    expanded = try ScratchMemory(count: keepsSource ? sourceCount : 0)
    single = try ScratchMemory(count: targetCount)
    slots = try ScratchMemory(count: overflow ? .max : total)
  }

  /// Takes the next source row, or one of zeros; calls `emit` for each target row that is complete, which `write`
  /// gives out. Rows may be complete up to three rows later than they could be. The source row has to stay until `keep`.
  func push(_ row: UnsafeRawPointer?, emit: () -> Void) {
    let index = nextRow
    nextRow += 1
    guard finished < rows.count, rows.spans[finished].first <= index else { return }
    if let batch {
      batch.append(row)
      guard batch.isFull || nextRow >= rows.spans[rows.count - 1].end else { return }
      share(batch)
    } else {
      reduce(row, into: slot(index))
    }
    while finished < rows.count, rows.spans[finished].end <= nextRow {
      if keepsSource { collect() } else { reduce(slot(finished), into: single.start) }
      emit()
      finished += 1
    }
  }

  /// Source rows may go, but for those which it keeps now.
  func keep() { batch?.keep() }

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
    samples.contract(single.start, into: target, count: columns.count, plane: targetPlane)
  }

  private func slot(_ index: Int) -> UnsafeMutablePointer<Float> {
    slots.start + index % slotCount * slotSize
  }

  private func reduce(_ row: UnsafeRawPointer?, into target: UnsafeMutablePointer<Float>) {
    guard let row else { return target.update(repeating: 0, count: targetCount) }
    samples.expand(row, into: expanded.start, count: sourceWidth, plane: sourcePlane)
    reduce(expanded.start, into: target)
  }

  /// To the target's width.
  private func reduce(_ row: UnsafeMutablePointer<Float>, into target: UnsafeMutablePointer<Float>) {
    guard samples.lanes == 1 else { return ConvolutionKernels.reduce4(row, columns, into: target) }
    for plane in 0..<samples.planes {
      ConvolutionKernels.reduce1(row + plane * sourcePlane, columns, into: target + plane * targetPlane)
    }
  }

  /// Adds the rows of the batch, the last that came, to the target rows under way.
  private func share(_ batch: RowBatch) {
    let batchRows = nextRow - batch.count..<nextRow
    let targets = (finished..<rows.count).prefix { rows.spans[$0].first < batchRows.upperBound }
    batch.share(to: targets.map { share(of: $0, from: batchRows.lowerBound) })
  }

  private func share(of target: Int, from row: Int) -> ConvolutionKernels.Share {
    let (span, weights) = (rows.spans[target], rows.weights(of: target))
    func weight(_ row: Int) -> Float { (span.first..<span.end).contains(row) ? weights[row - span.first] : 0 }
    return ConvolutionKernels.Share(
      sums: slot(target), weights: (weight(row), weight(row + 1), weight(row + 2), weight(row + 3)),
      begins: span.first >= row)
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
