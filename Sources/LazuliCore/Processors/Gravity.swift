/// Where in a space something lies that is smaller or larger than it.
public enum Gravity: String, Sendable, Hashable, CaseIterable {
  case topLeft = "top-left"
  case top
  case topRight = "top-right"
  case left
  case center
  case right
  case bottomLeft = "bottom-left"
  case bottom
  case bottomRight = "bottom-right"

  /// Where `inner` begins in `outer`, negative where it is larger; in the middle the odd pixel goes to
  /// the right and to the bottom. Sides are not negative.
  func origin(of inner: ImageSize, in outer: ImageSize) -> (x: Int, y: Int) {
    (
      Self.place(horizontal, outer.width - inner.width),
      Self.place(vertical, outer.height - inner.height)
    )
  }

  private enum Part { case start, middle, end }

  private static func place(_ part: Part, _ space: Int) -> Int {
    switch part {
    case .start: 0
    case .middle: space >> 1
    case .end: space
    }
  }

  private var horizontal: Part {
    switch self {
    case .topLeft, .left, .bottomLeft: .start
    case .top, .center, .bottom: .middle
    case .topRight, .right, .bottomRight: .end
    }
  }

  private var vertical: Part {
    switch self {
    case .topLeft, .top, .topRight: .start
    case .left, .center, .right: .middle
    case .bottomLeft, .bottom, .bottomRight: .end
    }
  }
}
