extension Double {
  /// The integers that rounding to nearest may give: two only so near a half that doubles cannot tell.
  public var roundings: ClosedRange<Int> {
    Int((self - 1e-6).rounded())...Int((self + 1e-6).rounded())
  }
}
