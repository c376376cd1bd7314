/// A rounded rectangle's share of a pixel, added up from thin upright slices.
struct ExactOutline {
  let width: Double
  let height: Double
  let inset: Double
  let radius: Double

  init(_ width: Int, _ height: Int, inset: Int, radius: Double) {
    self.width = Double(width)
    self.height = Double(height)
    self.inset = Double(inset)
    self.radius = max(min(radius, min(self.width, self.height) / 2) - self.inset, 0)
  }

  func coverage(_ x: Int, _ y: Int) -> Double {
    // What is convex holds a pixel of which it holds the corners.
    if [x, x + 1].allSatisfy({ holds(Double($0), Double(y)) && holds(Double($0), Double(y + 1)) }) { return 1 }
    let slices = 2000
    var sum = 0.0
    for slice in 0..<slices { sum += length(Double(x) + (Double(slice) + 0.5) / Double(slices), Double(y)) }
    return sum / Double(slices)
  }

  private func holds(_ x: Double, _ y: Double) -> Bool {
    let across = max(inset + radius - x, x - (width - inset - radius), 0)
    let down = max(inset + radius - y, y - (height - inset - radius), 0)
    let isWithin = min(x, width - x) >= inset && min(y, height - y) >= inset
    return isWithin && across * across + down * down <= radius * radius
  }

  /// How much of the line from (x, y) one pixel down lies inside.
  private func length(_ x: Double, _ y: Double) -> Double {
    guard x > inset, x < width - inset, height > 2 * inset else { return 0 }
    let beyond = max(inset + radius - x, x - (width - inset - radius), 0)
    let cut = radius - max(radius * radius - beyond * beyond, 0).squareRoot()
    return max(min(y + 1, height - inset - cut) - max(y, inset + cut), 0)
  }
}
