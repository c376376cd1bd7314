internal import LazuliCore

/// How an image that was made for one size serves a request for another.
enum ServingSize: Equatable {
  /// Its pixels are those that the request would make.
  case asItIs
  /// It is to be reduced.
  case reduced

  /// `nil`: it does not serve.
  ///
  /// Both sizes are the whole picture, so it serves when no side lacks pixels that a decoder would have: also
  /// where one of them is out of proportion. What was enlarged never serves: it is worse than the source.
  init?(_ image: DecodedImage, isUpright: Bool, for wanted: SizeFitting?) {
    let stored = ImageSize(width: image.header.width, height: image.header.height)
    let whole = isUpright ? stored.oriented(image.header.orientation ?? .up) : stored
    let target = wanted?.size(for: whole) ?? whole
    if image.width == target.width, image.height == target.height {
      self = .asItIs
    } else if Self.serves(image.width, target.width, of: whole.width),
      Self.serves(image.height, target.height, of: whole.height), image.frames == nil
    {
      self = .reduced
    } else {
      return nil
    }
  }

  private static func serves(_ side: Int, _ wanted: Int, of whole: Int) -> Bool {
    side <= whole && side >= min(wanted, whole)
  }
}
