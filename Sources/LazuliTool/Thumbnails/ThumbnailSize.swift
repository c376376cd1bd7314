/// A folder of thumbnails, by the names which the Thumbnail Managing Standard gives them.
enum ThumbnailSize: String, Sendable, CaseIterable {
  case normal, large
  case xLarge = "x-large"
  case xxLarge = "xx-large"

  /// The longer side at the most.
  var side: Int {
    switch self {
    case .normal: 128
    case .large: 256
    case .xLarge: 512
    case .xxLarge: 1024
    }
  }
}
