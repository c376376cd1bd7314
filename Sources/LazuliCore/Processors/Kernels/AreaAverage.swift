/// Averages rows over the area that each target pixel covers, exactly.
///
/// Everything is a sum of integers: a source row is `rowUnit` high, a target row `rowSpan`, likewise
/// across. Rows that lie within one target row are added up first and reduced once; a row on a
/// border is reduced by itself and shared out. Straight alpha weighs the colours, so that their sums are of
/// products; an opaque row's products are its samples times the largest one, made after reducing.
final class AreaAverage<Sample: AreaSample> {
  private let source: ImageSize
  private let targetWidth: Int
  private let samples: Int
  private let weighsByAlpha: Bool
  private let rowUnit: UInt64
  private let rowSpan: UInt64
  private let columnUnit: UInt64
  /// The sum of all weights of a target pixel.
  private let total: ExactDivisor
  /// `total` times the largest sample: what the colours of an opaque pixel are divided by.
  private let opaqueTotal: ExactDivisor
  /// Whether all divisors are small enough for `FastQuotient`.
  private let isFast: Bool
  private let sourceColumns: Int
  private let spans: ScratchMemory<AreaSpan>
  /// The current target row so far, in units of `total`.
  private let sums: ScratchMemory<UInt64>
  private let reduced: ScratchMemory<UInt64>
  private let products: ScratchMemory<Sample.Wide>
  private var plain: AreaColumns<Sample>
  private var weighted: AreaColumns<Sample.Wide>
  /// What is missing of the current target row.
  private var missing: UInt64

  /// For the columns of the plan's window and all its rows.
  init(_ plan: ResizePlan, format: PixelFormat) throws(ImageError) {
    let source = plan.source
    self.source = source
    targetWidth = plan.window.width
    samples = format.samplesPerPixel
    weighsByAlpha = format.hasAlpha && format != .rgba8Premultiplied
    guard let (across, down) = plan.ratios else { throw Self.refusal(source) }
    columnUnit = UInt64(across.target)
    rowUnit = UInt64(down.target)
    rowSpan = UInt64(down.source)
    missing = rowSpan
    sourceColumns = across.source
    total = ExactDivisor(try Self.total(across.source, down.source, isSquared: weighsByAlpha, source))
    opaqueTotal = ExactDivisor(total.divisor * UInt64(Sample.max))
    isFast = FastQuotient.isExact(divisor: opaqueTotal.divisor, bits: Sample.bitWidth)
    guard !across.source.multipliedReportingOverflow(by: plan.scaled.width).overflow else { throw Self.refusal(source) }
    spans = try ScratchMemory(count: targetWidth)
    sums = try ScratchMemory(count: targetWidth * samples)
    reduced = try ScratchMemory(count: targetWidth * samples)
    products = try ScratchMemory(count: weighsByAlpha ? source.width * samples : 0)
    plain = try AreaColumns(count: source.width * samples)
    weighted = try AreaColumns(count: weighsByAlpha ? source.width * samples : 0)
    for x in 0..<targetWidth {
      spans.start[x] = AreaSpan(plan.window.x + x, source: across.source, target: across.target)
    }
  }

  /// The sum of the weights of a target pixel, if sums with it stay below 2^63.
  private static func total(
    _ across: Int, _ down: Int, isSquared: Bool, _ source: ImageSize
  ) throws(ImageError) -> UInt64 {
    let largest = Int(truncatingIfNeeded: Sample.max)
    let (area, areaOverflow) = across.multipliedReportingOverflow(by: down)
    let (_, overflow) = area.multipliedReportingOverflow(by: isSquared ? largest * largest : largest)
    guard !areaOverflow, !overflow else { throw refusal(source) }
    return UInt64(area)
  }

  private static func refusal(_ source: ImageSize) -> ImageError {
    var error = ImageError(
      .limitExceeded, at: .process,
      "\(source.width)×\(source.height) pixels are too many to average; resize by a whole ratio")
    error.limit = .sourcePixels
    return error
  }

  /// Takes the next source row; calls `emit` for each target row that it completes, which `write` gives out.
  func push(_ row: UnsafePointer<Sample>, emit: () -> Void) {
    let isPlain = !weighsByAlpha || AreaKernels.isOpaque(row, count: source.width, samples: samples)
    if !isPlain {
      AreaKernels.multiplyByAlpha(row, count: source.width, samples: samples, into: products.start)
    }
    guard missing < rowUnit else { return collect(row, isPlain: isPlain, emit) }
    // The rows before it first: they are reduced into the same place.
    addColumns()
    reduce(row, isPlain: isPlain)
    share(isPlain: isPlain, emit)
  }

  /// Takes a row of zeros.
  func pushNothing(emit: () -> Void) {
    addColumns()
    reduced.clear()
    share(isPlain: false, emit)
  }

  /// A row that lies within the current target row.
  private func collect(_ row: UnsafePointer<Sample>, isPlain: Bool, _ emit: () -> Void) {
    if isPlain { plain.add(row) } else { weighted.add(products.start) }
    if plain.isFull || weighted.isFull { addColumns() }
    missing -= rowUnit
    guard missing == 0 else { return }
    addColumns()
    complete(emit)
  }

  private func reduce(_ row: UnsafePointer<Sample>, isPlain: Bool) {
    if isPlain { reduce(row) } else { reduce(UnsafePointer(products.start)) }
  }

  /// A reduced row that reaches over one or more borders of target rows.
  private func share(isPlain: Bool, _ emit: () -> Void) {
    var left = rowUnit
    while left > 0 {
      let part = min(left, missing)
      addReduced(weight: part, isPlain: isPlain)
      left -= part
      missing -= part
      if missing == 0 { complete(emit) }
    }
  }

  private func complete(_ emit: () -> Void) {
    emit()
    sums.clear()
    missing = rowSpan
  }

  private func addColumns() {
    if plain.rowCount > 0 {
      reduce(plain.start)
      addReduced(weight: rowUnit, isPlain: true)
      plain.clear()
    }
    if weighted.rowCount > 0 {
      reduce(weighted.start)
      addReduced(weight: rowUnit, isPlain: false)
      weighted.clear()
    }
  }

  private func reduce<Value: AreaSample>(_ row: UnsafePointer<Value>) {
    if samples != 4 {
      AreaKernels.reduce(
        row, spans.start, count: targetWidth, unit: columnUnit, samples: samples, into: reduced.start)
    } else if isNarrow(Value.self) {
      AreaKernels.reduce4(
        row, spans.start, count: targetWidth, unit: columnUnit, as: UInt32.self, into: reduced.start)
    } else {
      AreaKernels.reduce4(
        row, spans.start, count: targetWidth, unit: columnUnit, as: UInt64.self, into: reduced.start)
    }
  }

  /// Whether sums of a whole span of such values fit into 32 bits, which are multiplied much faster.
  private func isNarrow<Value: AreaSample>(_: Value.Type) -> Bool {
    let (sum, overflow) = UInt64(Value.max).multipliedReportingOverflow(by: UInt64(sourceColumns))
    return !overflow && sum <= UInt64(UInt32.max)
  }

  private func addReduced(weight: UInt64, isPlain: Bool) {
    let colorWeight = isPlain && weighsByAlpha ? weight * UInt64(Sample.max) : weight
    let (from, to) = (reduced.start, sums.start)
    if colorWeight == weight {
      for index in 0..<sums.count { to[index] &+= from[index] &* weight }
      return
    }
    for start in stride(from: 0, to: sums.count, by: samples) {
      for index in start..<start &+ samples &- 1 { to[index] &+= from[index] &* colorWeight }
      to[start &+ samples &- 1] &+= from[start &+ samples &- 1] &* weight
    }
  }

  /// Writes the target row; valid within `emit`.
  func write(to target: UnsafeMutablePointer<Sample>) {
    switch (weighsByAlpha, isFast) {
    case (false, true): writeFast(to: target)
    case (false, false): writeExactly(0..<sums.count, total, to: target)
    case (true, true) where samples == 4: writeStraight4(to: target)
    case (true, _): writeStraight(to: target)
    }
  }

  private func writeExactly(_ range: Range<Int>, _ divisor: ExactDivisor, to target: UnsafeMutablePointer<Sample>) {
    for index in range { target[index] = Sample(truncatingIfNeeded: divisor.rounded(sums.start[index])) }
  }

  private func writeFast(to target: UnsafeMutablePointer<Sample>) {
    let inverses = SIMD4<Double>(repeating: 1 / Double(total.divisor))
    let whole = sums.count & ~3
    for start in stride(from: 0, to: whole, by: 4) { writeFour(start, inverses, to: target) }
    writeExactly(whole..<sums.count, total, to: target)
  }

  /// Colours are divided by what weighed them; without alpha they are 0.
  private func writeStraight4(to target: UnsafeMutablePointer<Sample>) {
    let opaque = opaqueTotal.divisor
    let alphaInverse = 1 / Double(total.divisor)
    let opaqueInverse = 1 / Double(opaque)
    for start in stride(from: 0, to: sums.count, by: 4) {
      let weight = sums.start[start &+ 3]
      var inverse = opaqueInverse
      // Below half a step alpha is rounded to 0.
      if weight != opaque { inverse = weight &* 2 < total.divisor ? 0 : 1 / Double(Int64(truncatingIfNeeded: weight)) }
      writeFour(start, SIMD4(inverse, inverse, inverse, alphaInverse), to: target)
    }
  }

  @inline(__always)
  private func writeFour(_ start: Int, _ inverses: SIMD4<Double>, to target: UnsafeMutablePointer<Sample>) {
    let four = UnsafeRawPointer(sums.start + start).loadUnaligned(as: SIMD4<UInt64>.self)
    let samples = SIMD4<Sample>(truncatingIfNeeded: FastQuotient.rounded(four, inverses))
    UnsafeMutableRawPointer(target + start).storeBytes(of: samples, as: SIMD4<Sample>.self)
  }

  private func writeStraight(to target: UnsafeMutablePointer<Sample>) {
    for start in stride(from: 0, to: sums.count, by: samples) {
      let last = start &+ samples &- 1
      let weight = sums.start[last]
      target[last] = Sample(truncatingIfNeeded: total.rounded(weight))
      if target[last] == 0 {
        (target + start).update(repeating: 0, count: samples &- 1)
      } else {
        writeExactly(start..<last, weight == opaqueTotal.divisor ? opaqueTotal : ExactDivisor(weight), to: target)
      }
    }
  }
}
