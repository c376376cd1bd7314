import Lazuli

/// What is made of each picture.
struct PicturePlan: Sendable {
  static let options: [OptionDefinition] =
    [
      .value("--format", "FORMAT", "one that a plugin writes, or rgba: raw rows, straight alpha"),
      .value("--frames", "N|all", "frames of an animation, one after the other, for rgba; 1"),
      .value("--profile", "srgb|p3|keep", "the colours to convert to, Display P3 being p3, or none; srgb"),
      .flag("--as-stored", "apply no orientation and convert no colours"),
      Self.allowIncomplete,
    ] + PictureEncoding.options + PictureChanges.options

  static let allowIncomplete = OptionDefinition.flag(
    "--allow-incomplete", "take what could be decoded of a damaged picture")

  /// What is written.
  enum Content: Sendable, Equatable {
    /// The bytes as they came, once they are known to be a picture, of this format or of any; else a file of it.
    case original(String?)
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
  private let framesAreAsked: Bool
  private let isAsStored: Bool
  private let colorSpace: OutputColorSpace
  private let allowsIncomplete: Bool
  private let format: String?
  /// Whether anything is asked for that the bytes as they came cannot give.
  private let isChange: Bool

  init(_ arguments: ParsedArguments) throws(UsageError) {
    changes = try PictureChanges(arguments)
    encoding = try PictureEncoding(arguments)
    rawFrameCount = try arguments.count("--frames", word: "all", meaning: .max) ?? 1
    framesAreAsked = arguments.has("--frames")
    isAsStored = arguments.has("--as-stored")
    let profile = try Self.colorSpace(arguments)
    colorSpace = profile ?? (isAsStored ? .asStored : .sRGB)
    allowsIncomplete = arguments.has("--allow-incomplete")
    format = arguments.value("--format")
    isChange = isAsStored || profile != nil || arguments.hasAny(of: PictureEncoding.options + PictureChanges.options)
  }

  /// Decides what is written: the format asked for, else that of the output's extension, else the picture's own; with
  /// `keepsOriginals` the bytes as they came where those will do. Throws `invalidRequest` for an extension that says
  /// nothing, unless `keepsOriginals`, and for options that do nothing in the format.
  mutating func decide(
    for place: Destination.Place, _ formats: FormatTable, keepsOriginals: Bool
  ) throws(ImageError) {
    let said = format != nil ? nil : keepsOriginals ? try? formats.format(for: place) : try formats.format(for: place)
    let wanted = (format ?? said).map { formats.format(ofExtension: $0) ?? $0 }
    content = wanted == "rgba" ? .raw : keepsOriginals && !isChange ? .original(wanted) : .encoded(wanted)
    try checkOptions(formats)
  }

  private func checkOptions(_ formats: FormatTable) throws(ImageError) {
    switch content {
    case .raw: try refuse(encoding.optionsWithoutEffectOnRawRows, in: "raw rows")
    case .encoded(let format?):
      try refuse(encoding.optionsWithoutEffect(by: formats.encoder(of: format)), in: "\(format) files")
    case .original(let format?): _ = try formats.encoder(of: format)
    case .original(nil), .encoded(nil): break
    }
    if content != .raw, framesAreAsked { try refuse(["--frames"], in: "any format but rgba") }
  }

  /// What is not done as asked with this picture, whose file is of that format: where each keeps its own, that is
  /// known only now.
  func warnings(of image: DecodedImage, as format: String, _ formats: FormatTable) -> [String] {
    guard case .encoded(let wanted) = content, let provider = try? formats.encoder(of: format) else { return [] }
    let options = wanted == nil ? encoding.optionsWithoutEffect(by: provider) : []
    return options.map { "\($0) does nothing in \(format) files" }
  }

  private func refuse(_ options: [String], in files: String) throws(ImageError) {
    guard let option = options.first else { return }
    throw ImageError(.invalidRequest, at: .encode, "\(option) does nothing in \(files); leave it out")
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
}
