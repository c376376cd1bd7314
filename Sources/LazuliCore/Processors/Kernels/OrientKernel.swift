/// Moves pixels of one word each to where an orientation puts them.
enum OrientKernel {
  /// Steps in pixels: a target pixel (x, y) comes from `origin` + x · `stepX` + y · `stepY`.
  struct Steps {
    let origin: Int
    let stepX: Int
    let stepY: Int
    let isTransposing: Bool

    /// For a source with `width` × `height` pixels in rows `stride` pixels apart.
    init(_ orientation: Orientation, width: Int, height: Int, stride: Int) {
      let right = width - 1
      let bottom = (height - 1) * stride
      isTransposing = orientation.swapsSides
      (origin, stepX, stepY) =
        switch orientation {
        case .up: (0, 1, stride)
        case .upMirrored: (right, -1, stride)
        case .down: (bottom + right, -1, -stride)
        case .downMirrored: (bottom, 1, -stride)
        case .leftMirrored: (0, stride, 1)
        case .right: (bottom, -stride, 1)
        case .rightMirrored: (bottom + right, -stride, -1)
        case .left: (right, stride, -1)
        }
    }
  }

  /// Target pixels in a block's side: its source rows stay in the first cache, a line of each.
  static var blockSide: Int { 32 }

  /// Fills `rows` of `width` target pixels, `targetStride` pixels apart.
  @inline(__always)
  static func run<Pixel: BitwiseCopyable>(
    _ source: UnsafePointer<Pixel>, _ steps: Steps, _ target: UnsafeMutablePointer<Pixel>, width: Int, rows: Range<Int>,
    targetStride: Int
  ) {
    guard steps.isTransposing else {
      return copyRows(source, steps, target, width: width, rows: rows, targetStride: targetStride)
    }
    for top in stride(from: rows.lowerBound, to: rows.upperBound, by: blockSide) {
      let rows = top..<min(top + blockSide, rows.upperBound)
      for left in stride(from: 0, to: width, by: blockSide) {
        transpose(source, steps, target, columns: left..<min(left + blockSide, width), rows: rows, targetStride)
      }
    }
  }

  @inline(__always)
  private static func copyRows<Pixel: BitwiseCopyable>(
    _ source: UnsafePointer<Pixel>, _ steps: Steps, _ target: UnsafeMutablePointer<Pixel>, width: Int, rows: Range<Int>,
    targetStride: Int
  ) {
    for y in rows {
      let from = source + (steps.origin &+ y &* steps.stepY)
      let to = target + y &* targetStride
      if steps.stepX == 1 {
        to.update(from: from, count: width)
      } else {
        for x in 0..<width { to[x] = from[-x] }
      }
    }
  }

  @inline(__always)
  private static func transpose<Pixel: BitwiseCopyable>(
    _ source: UnsafePointer<Pixel>, _ steps: Steps, _ target: UnsafeMutablePointer<Pixel>, columns: Range<Int>,
    rows: Range<Int>, _ targetStride: Int
  ) {
    for y in rows {
      let to = target + y &* targetStride
      let from = source + (steps.origin &+ y &* steps.stepY)
      for x in columns { to[x] = from[x &* steps.stepX] }
    }
  }
}
