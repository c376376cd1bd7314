import LazuliPluginKit

/// Turns what a frame draws into indices, in steps: its own colours where they are few enough, else the
/// best that there is room for.
final class FrameIndexing {
  /// Whether there is a transparent index.
  enum Transparency {
    /// Where something is not drawn.
    case asNeeded
    /// Where there is room for it.
    case preferred
    /// At the cost of a colour: the frame may have to grow.
    case required
  }

  private enum Stage {
    case collecting
    case counting
    case refining(PaletteRefinement, roundsLeft: Int)
    case painting(Dithering?)
    case done(FramePalette)
  }

  private let canvas: EncoderCanvas
  private let indices: Memory<UInt8>
  /// What is written.
  let box: PixelBox
  /// Where all that is seen has to be drawn, changed or not.
  private let forced: PixelBox
  private let transparency: Transparency
  private var stage = Stage.collecting
  private var row: Int
  private var colors = ColorTable()
  private var histogram = ColorHistogram()
  private var hasHoles = false
  /// Used instead of an own one where it does.
  private let common: FramePalette?
  private(set) var usesCommonPalette = false
  private var palette = FramePalette(ColorTable(), hasTransparent: true)

  private static let pixelsPerStep = 1 << 16
  private static let refiningRounds = 8

  init(
    _ canvas: EncoderCanvas, _ indices: Memory<UInt8>, box: PixelBox, forced: PixelBox, common: FramePalette?,
    transparency: Transparency
  ) {
    (self.canvas, self.indices, self.box, self.forced) = (canvas, indices, box, forced)
    (self.common, self.transparency) = (common, transparency)
    row = box.top
  }

  /// The palette, once every pixel has its index.
  var result: FramePalette? {
    if case .done(let palette) = stage { palette } else { nil }
  }

  func step() throws(PluginError) {
    switch stage {
    case .collecting: try collect()
    case .counting: try count()
    case .refining(let refinement, let roundsLeft): try refine(refinement, roundsLeft)
    case .painting(let dithering): paint(dithering)
    case .done: break
    }
  }

  /// How many colours there is room for.
  private var capacity: Int { 256 - (hasHoles || transparency == .required ? 1 : 0) }

  /// Rows of one step, the last of which has been reached afterwards.
  private func nextRows() -> Range<Int> {
    let first = row
    row = min(box.bottom, first + Self.pixelsPerStep / box.width + 1)
    return first..<row
  }

  @inline(__always)
  private func forDrawnPixels(of rows: Range<Int>, _ body: (UInt32) -> Bool) -> Bool {
    for row in rows {
      let (pixels, changes) = (canvas.row(row), canvas.changes(inRow: row))
      let isForced = forced.holds(row: row)
      for x in box.columns {
        guard pixels[x] != 0, changes[x] != 0 || isForced && forced.columns.contains(x) else {
          hasHoles = true
          continue
        }
        guard body(pixels[x]) else { return false }
      }
    }
    return true
  }

  private func collect() throws(PluginError) {
    var last: UInt32 = 0
    let isWhole = forDrawnPixels(of: nextRows()) { pixel in
      defer { last = pixel }
      return pixel == last || colors.add(pixel) != nil
    }
    if isWhole, row < box.bottom { return }
    row = box.top
    stage = .counting
    guard isWhole, colors.colors.count <= capacity else { return }
    use(colors)
    stage = .painting(nil)
  }

  private func count() throws(PluginError) {
    _ = forDrawnPixels(of: nextRows()) { pixel in
      histogram.add(pixel)
      return true
    }
    guard row == box.bottom else { return }
    row = box.top
    let points = histogram.points
    histogram.sumUp()
    let palette = ColorBox.palette(of: histogram, count: capacity)
    stage = .refining(PaletteRefinement(points, from: palette), roundsLeft: Self.refiningRounds)
  }

  private func refine(_ refinement: PaletteRefinement, _ roundsLeft: Int) throws(PluginError) {
    var refinement = refinement
    if refinement.improve(), roundsLeft > 1 {
      stage = .refining(refinement, roundsLeft: roundsLeft - 1)
      return
    }
    // Rounding can make two colours one.
    let table = ColorTable(
      colors: refinement.colors.map { color in
        let rounded = SIMD4<UInt32>(color + SIMD4(repeating: 0.5))
        return rounded.x | rounded.y << 8 | rounded.z << 16
      })
    use(table)
    stage = .painting(try .make(palette.table.colors, box: box))
  }

  private func use(_ table: ColorTable) {
    palette = FramePalette(table, hasTransparent: hasHoles || transparency != .asNeeded)
    guard let common, common.holds(palette) else { return }
    palette = common
    usesCommonPalette = true
  }

  private func paint(_ dithering: Dithering?) {
    for row in nextRows() {
      if let dithering { dither(dithering, row) } else { look(row) }
    }
    if row == box.bottom { stage = .done(palette) }
  }

  private func look(_ row: Int) {
    let (target, pixels, changes) = (indices.start + row * canvas.width, canvas.row(row), canvas.changes(inRow: row))
    let isForced = forced.holds(row: row)
    let hole = palette.transparentIndex ?? 0
    var (last, lastIndex): (UInt32, UInt8) = (0, hole)
    for x in box.columns {
      guard pixels[x] != 0, changes[x] != 0 || isForced && forced.columns.contains(x) else {
        target[x] = hole
        continue
      }
      if pixels[x] != last { (last, lastIndex) = (pixels[x], palette.table.index(of: pixels[x]) ?? hole) }
      target[x] = lastIndex
    }
  }

  private func dither(_ dithering: Dithering, _ row: Int) {
    let (target, pixels, changes) = (indices.start + row * canvas.width, canvas.row(row), canvas.changes(inRow: row))
    let isForced = forced.holds(row: row)
    let hole = palette.transparentIndex ?? 0
    for x in box.columns { target[x] = hole }
    dithering.paint(row: row, pixels) { x in
      pixels[x] != 0 && (changes[x] != 0 || isForced && forced.columns.contains(x))
    } _: { x, index in
      target[x] = UInt8(truncatingIfNeeded: index)
    }
  }
}
