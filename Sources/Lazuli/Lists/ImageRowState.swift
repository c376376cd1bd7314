public import LazuliCore

/// What a row of an image list has come to.
public enum ImageRowState: Sendable {
  /// Its image was not asked for, or let go of when the row was far away.
  case idle
  /// With what there is of the image so far.
  case loading(preview: DecodedImage?)
  case loaded(ImageResponse)
  /// Until it is to be tried again.
  case failed(ImageError)

  public var image: DecodedImage? {
    if case .loaded(let response) = self { response.image } else { nil }
  }
}
