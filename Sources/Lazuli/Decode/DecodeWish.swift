import LazuliCore

/// What a session of decoding is for.
struct DecodeWish {
  var options: ImageOptions
  /// All frames of an animation, one after the other, rather than the first.
  var wantsAllFrames = false
  /// What stands ahead of the first frame is enough.
  var stopsAtHeader = false

  /// The size that the image is to have before it is turned upright: from its size as stored.
  func resultSize(of stored: ImageSize, _ orientation: Orientation?) -> ImageSize {
    guard let target = options.targetSize else { return stored }
    let isTurned = options.appliesOrientation && orientation?.swapsSides == true
    return (isTurned ? target.transposed : target).size(for: stored)
  }
}

extension SizeFitting {
  /// The same with width and height exchanged.
  fileprivate var transposed: SizeFitting {
    switch self {
    case .exact(let size): .exact(size.oriented(.right))
    case .fit(let box): .fit(box.oriented(.right))
    case .fill(let box): .fill(box.oriented(.right))
    }
  }
}
