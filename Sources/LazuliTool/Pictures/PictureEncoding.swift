import Lazuli

/// How a picture is written, whatever it shows.
struct PictureEncoding: Sendable {
  static let options: [OptionDefinition] = [
    .value("--quality", "1-100", "of lossy formats"),
    .value("--effort", "1-9", "1 writes fast, 9 small files"),
    .value("--chroma", "444|422|420", "how often jpeg samples colour"),
    .flag("--progressive", "write in passes, from coarse to fine"),
    .value("--depth", "8|16", "bits of a sample, for png and rgba (there big-endian); 8"),
    .flag("--16bit", "the same as --depth 16"),
    .flag("--strip", "leave out EXIF, XMP and texts"),
    .flag("--still", "take the first frame of an animation only"),
  ]

  private var encoder = EncoderOptions()
  private let keepsMetadata: Bool
  let isDeep: Bool
  let isStill: Bool

  init(_ arguments: ParsedArguments) throws(UsageError) {
    encoder.quality = try arguments.integer("--quality", in: 1...100)
    encoder.effort = try arguments.integer("--effort", in: 1...9)
    encoder.chroma = Self.chroma(try arguments.choice("--chroma", of: ["444", "422", "420"]))
    encoder.isProgressive = arguments.has("--progressive")
    keepsMetadata = !arguments.has("--strip")
    isDeep = try arguments.choice("--depth", of: ["8", "16"]) == "16" || arguments.has("--16bit")
    isStill = arguments.has("--still")
  }

  /// What the pipeline is asked for, in a format and on a background where that has no transparency.
  func request(_ format: String, on background: RGBColor) -> EncodeRequest {
    var request = EncodeRequest(format)
    request.options = encoder
    request.background = background
    request.keepsMetadata = keepsMetadata
    request.onlyFirstFrame = isStill
    return request
  }

  private static func chroma(_ word: String?) -> EncoderOptions.Chroma? {
    switch word {
    case "444": .full
    case "422": .halfHorizontal
    case "420": .half
    default: nil
    }
  }
}
