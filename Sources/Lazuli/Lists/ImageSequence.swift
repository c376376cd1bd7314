public import LazuliCore

/// The images of many requests, one after the other, as a loop takes them.
///
/// Few are loaded ahead of the loop, so that memory stays bounded however many there are. One which fails is an
/// element too. Ending the loop, or its task, ends the loads.
public struct ImageSequence: AsyncSequence, Sendable {
  public enum Order: Sendable, Hashable {
    /// As they come.
    case arrival
    /// As they stand in the array.
    case given
  }

  /// What became of one request.
  public struct Element: Sendable {
    /// Where it stands in the array.
    public var index: Int
    public var result: Result<ImageResponse, ImageError>

    public var image: DecodedImage {
      get throws(ImageError) { try result.get().image }
    }
  }

  private let loader: any ImageLoading
  private let requests: [ImageRequest]
  private let order: Order
  private let lookAhead: Int

  init(_ loader: any ImageLoading, _ requests: [ImageRequest], _ order: Order, lookAhead: Int) {
    self.loader = loader
    self.requests = requests
    self.order = order
    self.lookAhead = lookAhead
  }

  public func makeAsyncIterator() -> Iterator {
    Iterator(feed: ImageFeed(loader, requests, order, lookAhead: lookAhead))
  }

  public struct Iterator: AsyncIteratorProtocol {
    let feed: ImageFeed

    public mutating func next() async -> Element? { await feed.next() }

    public mutating func next(isolation actor: isolated (any Actor)?) async -> Element? { await feed.next() }
  }
}

extension ImageLoading {
  /// The images of many requests for a `for await` loop. At most `lookAhead` are under way or wait to be taken.
  public func images(
    for requests: [ImageRequest], order: ImageSequence.Order = .arrival, lookAhead: Int = 8
  ) -> ImageSequence {
    ImageSequence(self, requests, order, lookAhead: lookAhead)
  }

  /// The images of many URLs for a `for await` loop.
  public func images(
    for urls: [ResourceURL], order: ImageSequence.Order = .arrival, lookAhead: Int = 8
  ) -> ImageSequence {
    images(for: urls.map { ImageRequest($0) }, order: order, lookAhead: lookAhead)
  }
}
