import LazuliCore
import LazuliTestSupport

/// The specification's words taken plainly: whole canvases copied, doubles for colours.
struct ReferenceCompositor {
  private var canvas: Samples
  private var next: Samples
  private var isFirst = true

  init(width: Int, height: Int, format: PixelFormat) {
    canvas = Samples(width: width, height: height, format: format)
    next = canvas
  }

  mutating func compose(_ frame: Samples, _ info: FrameInformation) -> Samples {
    canvas = next
    let before = canvas
    for (x, y) in pixels(of: info.rectangle) {
      let upper = pixel(frame, x - info.rectangle.x, y - info.rectangle.y)
      let result = info.blend == .source ? upper : over(upper, pixel(canvas, x, y), maximum: frame.maximum)
      for sample in 0..<4 { canvas[x, y, sample] = result[sample] }
    }
    let composed = canvas
    let disposal = isFirst && info.disposal == .previous ? .background : info.disposal
    isFirst = false
    switch disposal {
    case .none: next = composed
    case .previous: next = before
    case .background:
      for (x, y) in pixels(of: info.rectangle) {
        for sample in 0..<4 { canvas[x, y, sample] = 0 }
      }
      next = canvas
    }
    return composed
  }

  private func pixels(of rectangle: PixelRectangle) -> [(x: Int, y: Int)] {
    let columns = (rectangle.x..<rectangle.x + rectangle.width).filter((0..<canvas.width).contains)
    let rows = (rectangle.y..<rectangle.y + rectangle.height).filter((0..<canvas.height).contains)
    return rows.flatMap { y in columns.map { ($0, y) } }
  }

  private func pixel(_ samples: Samples, _ x: Int, _ y: Int) -> [Int] { (0..<4).map { samples[x, y, $0] } }

  private func over(_ upper: [Int], _ lower: [Int], maximum: Int) -> [Int] {
    let top = Double(maximum)
    let share = Double(upper[3])
    // In units of maximum squared, in which doubles hold everything exactly up to the division.
    let rest = (top - share) * Double(lower[3])
    let alpha = share * top + rest
    guard alpha > 0 else { return [0, 0, 0, 0] }
    let colors = (0..<3).map { Self.round(Double(upper[$0]) * share * top + Double(lower[$0]) * rest, over: alpha) }
    return colors + [Self.round(alpha, over: top)]
  }

  private static func round(_ value: Double, over divisor: Double) -> Int {
    Int(((2 * value + divisor) / (2 * divisor)).rounded(.down))
  }

  /// Anywhere about the canvas, more often than not all of it or beyond an edge.
  static func randomFrame(
    _ index: Int, width: Int, height: Int, using generator: inout SeededGenerator
  ) -> FrameInformation {
    var rectangle = PixelRectangle(
      x: .random(in: -4...width, using: &generator), y: .random(in: -4...height, using: &generator),
      width: .random(in: 1...width + 4, using: &generator), height: .random(in: 1...height + 4, using: &generator))
    if Int.random(in: 0..<4, using: &generator) == 0 {
      rectangle = PixelRectangle(x: 0, y: 0, width: width, height: height)
    }
    return FrameInformation(
      index: index, rectangle: rectangle, disposal: [.none, .background, .previous].randomElement(using: &generator)!,
      blend: [.source, .over].randomElement(using: &generator)!)
  }
}
