/// Something that a file says beside its pixels.
public enum MetadataItem: Sendable, Hashable {
  /// An ICC profile, decompressed.
  case icc([UInt8])
  /// EXIF, beginning with its TIFF header.
  case exif([UInt8])
  case xmp([UInt8])
  case text(keyword: String, String)
  case orientation(Orientation)
  case playCount(Int)
  case frameCount(Int)
}

extension MetadataItem {
  /// What a format has to be able to say to hold it; `nil` for what is said elsewhere.
  public var vocabulary: EncoderVocabulary? {
    switch self {
    case .exif: .exif
    case .xmp: .xmp
    case .text: .texts
    case .icc, .orientation, .playCount, .frameCount: nil
    }
  }
}
