public import LazuliCore

/// What is to be told of a load under way, in this order; the last one is `finished` or `failed`, once.
public enum ImageTaskEvent: Sendable {
  /// It does not wait any more.
  case started
  /// The header is known: a view can be laid out.
  case sizeKnown(ImageInformation)
  /// Bytes came.
  case progress(ByteProgress)
  /// What there is of the image so far, in its final size and orientation. Rows that did not come are transparent, for
  /// which a gray image has alpha meanwhile; only CMYK pixels, which have none, are zeros there.
  case preview(DecodedImage)
  case finished(ImageResponse)
  /// `cancelled` too.
  case failed(ImageError)
}
