import LazuliCore

extension PixelRectangle {
  /// Where a part of an upright image lies in the stored one.
  func stored(_ orientation: Orientation, in upright: ImageSize) -> PixelRectangle {
    var part = self
    if [.upMirrored, .down, .right, .rightMirrored].contains(orientation) { part.x = upright.width - x - width }
    if [.down, .downMirrored, .rightMirrored, .left].contains(orientation) { part.y = upright.height - y - height }
    guard orientation.swapsSides else { return part }
    return PixelRectangle(x: part.y, y: part.x, width: height, height: width)
  }
}
