import LazuliPluginKit

/// Chooses indices row by row and hands what is missing to the neighbours: Floyd and Steinberg's error
/// diffusion, every other row from right to left, so that no pattern runs across the picture.
final class Dithering {
  private let nearest: NearestColors
  private let box: PixelBox
  /// What the row at work has been handed, and what the next one has; a pixel is spare on both sides.
  private var current: Memory<SIMD4<Float>>
  private var next: Memory<SIMD4<Float>>

  /// Less than all of the error is handed on: enough to hide edges between colours, with less noise.
  private static let share: Float = 0.85

  private init(_ nearest: NearestColors, _ box: PixelBox, _ a: Memory<SIMD4<Float>>, _ b: Memory<SIMD4<Float>>) {
    (self.nearest, self.box) = (nearest, box)
    (current, next) = (a, b)
  }

  static func make(_ palette: [UInt32], box: PixelBox) throws(PluginError) -> Dithering {
    Dithering(
      try .make(palette), box, try .make(count: box.width + 2), try .make(count: box.width + 2))
  }

  /// Gives `put` the column and the index of each pixel that is drawn.
  @inline(__always)
  func paint(
    row: Int, _ pixels: UnsafePointer<UInt32>, isDrawn: (Int) -> Bool, _ put: (_ x: Int, _ index: Int) -> Void
  ) {
    let step = (row - box.top) & 1 == 0 ? 1 : -1
    var x = step > 0 ? box.left : box.right - 1
    for _ in 0..<box.width {
      if isDrawn(x) {
        let place = x - box.left + 1
        let wanted = Self.clamped(Self.color(pixels[x]) + current.start[place])
        let index = nearest.index(of: wanted)
        hand((wanted - nearest[index]) * Self.share, from: place, step)
        put(x, index)
      }
      x += step
    }
    for place in 0..<box.width + 2 { current.start[place] = .zero }
    (current, next) = (next, current)
  }

  @inline(__always)
  private func hand(_ error: SIMD4<Float>, from place: Int, _ step: Int) {
    current.start[place + step] += error * (7 / 16)
    next.start[place - step] += error * (3 / 16)
    next.start[place] += error * (5 / 16)
    next.start[place + step] += error * (1 / 16)
  }

  /// To 0 to 255. What the library has for it is a call.
  @inline(__always)
  private static func clamped(_ color: SIMD4<Float>) -> SIMD4<Float> {
    let lower = color.replacing(with: 0, where: color .< 0)
    return lower.replacing(with: 255, where: lower .> 255)
  }

  private static func color(_ pixel: UInt32) -> SIMD4<Float> {
    SIMD4(Float(pixel & 0xFF), Float(pixel >> 8 & 0xFF), Float(pixel >> 16 & 0xFF), 0)
  }
}
