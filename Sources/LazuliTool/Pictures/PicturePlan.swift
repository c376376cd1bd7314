import Lazuli

/// What is made of each picture.
struct PicturePlan: Sendable {
  static let options: [OptionDefinition] =
    [
      .value("--format", "FORMAT", "one that a plugin writes, or rgba: raw rows, straight alpha"),
      .value("--frames", "N|all", "frames of an animation, one after the other, for rgba; 1"),
      .value("--profile", "srgb|p3|keep", "the colours to convert to, Display P3 being p3, or none; srgb"),
      .flag("--as-stored", "apply no orientation and convert no colours"),
      .flag("--allow-incomplete", "take what could be decoded of a damaged picture"),
    ] + PictureEncoding.options + PictureChanges.options

  /// What is written.
  enum Content: Sendable, Equatable {
    /// The bytes as they came, once they are known to be a picture.
    case original
    /// A file of this format, or of the picture's own where that can be written.
    case encoded(String?)
    /// Raw rows of straight alpha; 16-bit samples big-endian.
    case raw
  }

  /// Decided when the plugins are known.
  private(set) var content = Content.encoded(nil)
  let changes: PictureChanges
  let encoding: PictureEncoding
  /// How many frames of an animation raw output holds.
  let rawFrameCount: Int
  private let isAsStored: Bool
  private let colorSpace: OutputColorSpace
  private let allowsIncomplete: Bool
  private let format: String?
  /// Whether anything is asked for that the bytes as they came cannot give.
  private let isChange: Bool

  init(_ arguments: ParsedArguments) throws(UsageError) {
    changes = try PictureChanges(arguments)
    encoding = try PictureEncoding(arguments)
    rawFrameCount = try Self.frameCount(arguments)
    isAsStored = arguments.has("--as-stored")
    let profile = try Self.colorSpace(arguments)
    colorSpace = profile ?? (isAsStored ? .asStored : .sRGB)
    allowsIncomplete = arguments.has("--allow-incomplete")
    format = arguments.value("--format")
    isChange = isAsStored || profile != nil || arguments.hasAny(of: PictureEncoding.options + PictureChanges.options)
  }

  /// Decides what is written: the format asked for, else that of the output's extension, else the bytes as
  /// they came where those will do. Throws `invalidRequest` for an extension that says nothing, unless
  /// `keepsOriginals`.
  mutating func decide(
    for place: Destination.Place, _ formats: FormatTable, keepsOriginals: Bool
  ) throws(ImageError) {
    let said = format != nil ? nil : keepsOriginals ? try? formats.format(for: place) : try formats.format(for: place)
    switch format ?? said {
    case nil: content = keepsOriginals && !isChange ? .original : .encoded(nil)
    case "rgba"?: content = .raw
    case let name?: content = .encoded(formats.format(ofExtension: name) ?? name)
    }
  }

  /// What the decoder is asked for.
  var imageOptions: ImageOptions {
    var options = ImageOptions()
    options.pixelFormat = encoding.isDeep ? .rgba16 : .rgba8
    options.appliesOrientation = !isAsStored
    options.colorSpace = colorSpace
    options.allowsIncomplete = allowsIncomplete
    options.onlyFirstFrame = content == .raw ? rawFrameCount == 1 : encoding.isStill
    changes.apply(to: &options)
    return options
  }

  private static func colorSpace(_ arguments: ParsedArguments) throws(UsageError) -> OutputColorSpace? {
    switch try arguments.choice("--profile", of: ["srgb", "p3", "keep"]) {
    case "srgb"?: .sRGB
    case "p3"?: .displayP3
    case "keep"?: .asStored
    default: nil
    }
  }

  private static func frameCount(_ arguments: ParsedArguments) throws(UsageError) -> Int {
    guard let text = arguments.value("--frames") else { return 1 }
    if text == "all" { return .max }
    guard let count = Int(text), count > 0 else {
      throw UsageError("--frames wants a number above 0 or all, not “\(text)”")
    }
    return count
  }
}
