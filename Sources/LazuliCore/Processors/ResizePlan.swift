/// Which pixels a resizer makes: an image scaled as a whole, and what of that is wanted.
public struct ResizePlan: Sendable, Hashable {
  public let source: ImageSize
  /// How much of the source is spread over the scaled size: less than all after decoding at reduced size.
  public let extent: ReducedExtent
  /// The size to which the whole source is scaled.
  public let scaled: ImageSize
  /// The part of the scaled image that is made.
  public let window: PixelRectangle

  /// All of the source unless `extent` says less; it has to be of the source's size.
  public init(
    from source: ImageSize, _ extent: ReducedExtent? = nil, to scaled: ImageSize, window: PixelRectangle
  ) {
    self.source = source
    self.extent = extent ?? ReducedExtent(whole: source)
    self.scaled = scaled
    self.window = window
  }

  /// All of the scaled image.
  public init(from source: ImageSize, _ extent: ReducedExtent? = nil, to scaled: ImageSize) {
    let window = PixelRectangle(x: 0, y: 0, width: scaled.width, height: scaled.height)
    self.init(from: source, extent, to: scaled, window: window)
  }

  /// The size of what is made.
  public var target: ImageSize { ImageSize(width: window.width, height: window.height) }

  /// Whether pixels come out as they are.
  public var isIdentity: Bool { scaled == source && target == source && extent == ReducedExtent(whole: source) }

  /// Whether sides can be those of images, and extent and window fit them.
  var isPossible: Bool {
    [source, scaled].allSatisfy { PixelLayout(width: $0.width, height: $0.height, format: .rgba16) != nil }
      && extent.size == source && window.width > 0 && window.height > 0 && window.clipped(to: scaled) == window
  }

  /// How much of the source goes into so much of the scaled image, along each side; `nil` beyond all bounds.
  var ratios: (across: ReducedExtent.Ratio, down: ReducedExtent.Ratio)? {
    guard let across = extent.ratio(ofSide: extent.stored.width, to: scaled.width),
      let down = extent.ratio(ofSide: extent.stored.height, to: scaled.height)
    else { return nil }
    return (across, down)
  }
}
