/// The size that an image is to have.
public enum SizeFitting: Sendable, Hashable {
  /// This size, whatever the image's proportions and size.
  case exact(ImageSize)
  /// The largest size of the image's proportions within a box. Never enlarges.
  case fit(ImageSize)
  /// The smallest size of the image's proportions that covers a box; one side may reach beyond it.
  /// Never enlarges.
  case fill(ImageSize)

  /// The size for an image of `size`: sides rounded to nearest, never below 1.
  public func size(for size: ImageSize) -> ImageSize {
    switch self {
    case .exact(let target): target.atLeastOne
    case .fit(let box): size.atLeastOne.scaled(to: box.atLeastOne, covering: false)
    case .fill(let box): size.atLeastOne.scaled(to: box.atLeastOne, covering: true)
    }
  }
}

extension ImageSize {
  fileprivate var atLeastOne: ImageSize { ImageSize(width: max(width, 1), height: max(height, 1)) }

  fileprivate func scaled(to box: ImageSize, covering: Bool) -> ImageSize {
    // Wider than the box, compared without a quotient: width / height > box.width / box.height.
    let isWider = width.multipliedFullWidth(by: box.height) > box.width.multipliedFullWidth(by: height)
    if isWider != covering {
      guard box.width < width else { return self }
      return ImageSize(width: box.width, height: Self.scale(height, by: box.width, over: width))
    }
    guard box.height < height else { return self }
    return ImageSize(width: Self.scale(width, by: box.height, over: height), height: box.height)
  }

  /// `side` · `part` / `whole` rounded, for a part below the whole.
  private static func scale(_ side: Int, by part: Int, over whole: Int) -> Int {
    let (quotient, remainder) = whole.dividingFullWidth(side.multipliedFullWidth(by: part))
    return max(remainder >= whole - remainder ? quotient + 1 : quotient, 1)
  }
}
