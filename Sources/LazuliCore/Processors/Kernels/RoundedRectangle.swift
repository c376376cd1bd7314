import Glibc

/// A rectangle with round corners, and how much of each pixel it covers: the exact area.
struct RoundedRectangle {
  let left: Double
  let top: Double
  let right: Double
  let bottom: Double
  let radius: Double

  /// `inset` pixels within an image of `size`; the radius, that of the image's outline, shrinks with it.
  init(_ size: ImageSize, inset: Int, radius: Double) {
    let inset = Double(inset)
    (left, top) = (inset, inset)
    (right, bottom) = (Double(size.width) - inset, Double(size.height) - inset)
    self.radius = max(min(radius, Double(min(size.width, size.height)) / 2) - inset, 0)
  }

  /// The covered part of a pixel.
  func coverage(x: Int, y: Int) -> Double {
    if holds(Double(x), Double(y)) { return 1 }
    let columns = (max(Double(x), left), min(Double(x + 1), right))
    let rows = (max(Double(y), top), min(Double(y + 1), bottom))
    guard columns.0 < columns.1, rows.0 < rows.1 else { return 0 }
    var area = (columns.1 - columns.0) * (rows.1 - rows.0)
    // Distances from the centres of the corners' circles, outwards.
    let across = [
      (left + radius - columns.1, left + radius - columns.0), (columns.0 - right + radius, columns.1 - right + radius),
    ]
    let down = [(top + radius - rows.1, top + radius - rows.0), (rows.0 - bottom + radius, rows.1 - bottom + radius)]
    for column in across where column.1 > 0 {
      for row in down where row.1 > 0 { area -= lost(max(column.0, 0), column.1, max(row.0, 0), row.1) }
    }
    return area
  }

  /// Whether all of a pixel lies inside: its point farthest out does.
  private func holds(_ x: Double, _ y: Double) -> Bool {
    guard x >= left, y >= top, x + 1 <= right, y + 1 <= bottom else { return false }
    let across = max(left + radius - x, x + 1 - right + radius, 0)
    let down = max(top + radius - y, y + 1 - bottom + radius, 0)
    return across * across + down * down <= radius * radius
  }

  /// The area of a corner's square that the quarter of a circle leaves out, between two distances each way.
  private func lost(_ u0: Double, _ u1: Double, _ v0: Double, _ v1: Double) -> Double {
    if u1 * u1 + v1 * v1 <= radius * radius { return 0 }
    let square = (u1 - u0) * (v1 - v0)
    if u0 * u0 + v0 * v0 >= radius * radius { return square }
    return square - (quarter(u1, v1) - quarter(u0, v1) - quarter(u1, v0) + quarter(u0, v0))
  }

  /// The area of the quarter of a circle within [0, u] × [0, v]; both are at most the radius.
  private func quarter(_ u: Double, _ v: Double) -> Double {
    if u * u + v * v <= radius * radius { return u * v }
    // Up to here the circle is above v.
    let edge = (radius * radius - v * v).squareRoot()
    return edge * v + integral(u) - integral(edge)
  }

  /// Of the circle's height, from 0 to `u`.
  private func integral(_ u: Double) -> Double {
    (u * max(radius * radius - u * u, 0).squareRoot() + radius * radius * asin(min(u / radius, 1))) / 2
  }
}
