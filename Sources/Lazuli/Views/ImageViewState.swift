public import LazuliCore

/// What an image view has come to.
public enum ImageViewState: Sendable {
  /// Nothing was ever wanted, or the view was emptied for something else.
  case empty
  /// There is no image and no load: its URL is absent, or it waits to be attached, or the load was cancelled.
  case placeholder
  case loading(Loading)
  case loaded(ImageResponse)
  case failed(ImageError)

  /// What is known of a load under way.
  public struct Loading: Sendable {
    /// Its header is known: the view can be laid out.
    public var information: ImageInformation?
    public var progress: ByteProgress?
    /// What there is of the image so far.
    public var preview: DecodedImage?
    /// Whether it has taken so long that the view should say that it is at work.
    public var isIndicatorVisible = false

    public init() {}
  }

  /// What the view is to show.
  public enum Picture: Sendable {
    case nothing
    /// The host's own.
    case placeholder
    /// The host's own.
    case failureImage
    case preview(DecodedImage)
    case image(DecodedImage)
  }

  /// What is to be shown by a view with or without an image for failures.
  public func picture(hasFailureImage: Bool) -> Picture {
    switch self {
    case .empty: .nothing
    case .placeholder: .placeholder
    case .loading(let loading): loading.preview.map { .preview($0) } ?? .placeholder
    case .loaded(let response): .image(response.image)
    case .failed: hasFailureImage ? .failureImage : .placeholder
    }
  }

  public var isIndicatorVisible: Bool {
    if case .loading(let loading) = self { loading.isIndicatorVisible } else { false }
  }
}
