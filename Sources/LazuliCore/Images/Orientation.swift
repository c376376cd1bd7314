/// How a stored image has to be turned to be upright. Raw values are those of EXIF (tag 0x0112).
public enum Orientation: Int, Sendable, Hashable, CaseIterable {
  case up = 1
  case upMirrored
  case down
  case downMirrored
  case leftMirrored
  /// The stored image needs a quarter turn clockwise.
  case right
  case rightMirrored
  /// The stored image needs a quarter turn counter-clockwise.
  case left

  /// Whether applying it exchanges width and height.
  public var swapsSides: Bool { rawValue >= 5 }
}
