import LazuliABI

/// A rectangle that grows with what it has to hold.
struct PixelBox: Equatable {
  private(set) var left: Int
  private(set) var top: Int
  private(set) var right: Int
  private(set) var bottom: Int

  /// Holds nothing.
  static let empty = PixelBox(left: .max, top: .max, right: 0, bottom: 0)

  init(left: Int, top: Int, right: Int, bottom: Int) {
    (self.left, self.top, self.right, self.bottom) = (left, top, right, bottom)
  }

  init(_ rectangle: lzl_rectangle) {
    self.init(
      left: Int(rectangle.x), top: Int(rectangle.y), right: Int(rectangle.x) + Int(rectangle.width),
      bottom: Int(rectangle.y) + Int(rectangle.height))
  }

  var isEmpty: Bool { right <= left || bottom <= top }
  var width: Int { isEmpty ? 0 : right - left }
  var height: Int { isEmpty ? 0 : bottom - top }
  var rows: Range<Int> { isEmpty ? 0..<0 : top..<bottom }
  var columns: Range<Int> { isEmpty ? 0..<0 : left..<right }

  mutating func include(row: Int, from first: Int, through last: Int) {
    (left, right) = (min(left, first), max(right, last + 1))
    (top, bottom) = (min(top, row), max(bottom, row + 1))
  }

  mutating func formUnion(_ other: PixelBox) {
    guard !other.isEmpty else { return }
    (left, right) = (min(left, other.left), max(right, other.right))
    (top, bottom) = (min(top, other.top), max(bottom, other.bottom))
  }

  func holds(row: Int) -> Bool { row >= top && row < bottom }
}
