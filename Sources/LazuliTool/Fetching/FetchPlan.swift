import Lazuli

/// What `fetch` makes of each picture.
struct FetchPlan: Sendable {
  /// What is written.
  enum Content: Sendable, Equatable {
    /// The bytes as they came, once they are known to be a picture.
    case original
    /// A file of this format.
    case encoded(String)
    /// Raw rows of straight alpha; 16-bit samples big-endian.
    case raw
  }

  /// How many frames of an animation raw output holds.
  enum Frames: Sendable, Equatable {
    case first(Int)
    case all
  }

  var content = Content.original
  var changes: PictureChanges
  var quality: Int?
  var depth = 8
  var frames = Frames.first(1)
  var isAsStored = false
  var allowsIncomplete = false

  /// What the decoder is asked for.
  var imageOptions: ImageOptions {
    var options = ImageOptions()
    options.targetSize = changes.targetSize
    options.pixelFormat = depth == 16 ? .rgba16 : .rgba8
    options.appliesOrientation = !isAsStored
    options.allowsIncomplete = allowsIncomplete
    options.onlyFirstFrame = content == .raw && frames == .first(1)
    options.processors = changes.processors
    return options
  }

  /// The extension of the file for a picture of `format`.
  func fileExtension(for format: String) -> String {
    switch content {
    case .original: format == "jpeg" ? "jpg" : format
    case .encoded(let name): name == "jpeg" ? "jpg" : name
    case .raw: "rgba"
    }
  }
}
