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
    .value("--loop", "N|forever", "how often an animation plays in all; as often as before"),
    .flag("--still", "take the first frame of an animation only"),
  ]

  private var encoder = EncoderOptions()
  private let keepsMetadata: Bool
  private let playCount: Int?
  /// The options given which not every format has.
  private let asked: [Need]
  let isDeep: Bool
  let isStill: Bool

  init(_ arguments: ParsedArguments) throws(UsageError) {
    encoder.quality = try arguments.integer("--quality", in: 1...100)
    encoder.effort = try arguments.integer("--effort", in: 1...9)
    encoder.chroma = Self.chroma(try arguments.choice("--chroma", of: ["444", "422", "420"]))
    encoder.isProgressive = arguments.has("--progressive")
    keepsMetadata = !arguments.has("--strip")
    try arguments.check(["--16bit"], excludedBy: "--depth")
    let isDeep = try arguments.choice("--depth", of: ["8", "16"]) == "16" || arguments.has("--16bit")
    self.isDeep = isDeep
    try arguments.check(["--loop"], excludedBy: "--still")
    isStill = arguments.has("--still")
    playCount = try arguments.count("--loop", word: "forever", meaning: 0)
    asked = Need.all.filter { arguments.has($0.option) && ($0.option != "--depth" || isDeep) }
  }

  /// What the pipeline is asked for, in a format and on a background where that has no transparency.
  func request(_ format: String, on background: RGBColor) -> EncodeRequest {
    var request = EncodeRequest(format)
    request.options = encoder
    request.background = background
    request.keepsMetadata = keepsMetadata
    request.playCount = playCount
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

/// Options, and the formats that have them.
extension PictureEncoding {
  /// An option, and what it needs of a format; `nil`: what raw rows cannot have.
  private struct Need: Sendable {
    let option: String
    var isMet: @Sendable (any ImageEncoderProvider) -> Bool
    var isMetByRawRows = false

    static let all = [
      Need(option: "--quality") { $0.options.contains(.quality) },
      Need(option: "--effort") { $0.options.contains(.effort) },
      Need(option: "--chroma") { $0.options.contains(.chroma) },
      Need(option: "--progressive") { $0.options.contains(.progressive) },
      Need(option: "--depth", isMet: writesDeep, isMetByRawRows: true),
      Need(option: "--16bit", isMet: writesDeep, isMetByRawRows: true),
      Need(option: "--loop") { $0.writesAnimations },
    ]

    @Sendable private static func writesDeep(_ provider: any ImageEncoderProvider) -> Bool {
      !provider.formats.isDisjoint(with: [.rgba16, .gray16])
    }
  }

  /// The options given that do nothing in the encoder's files.
  func optionsWithoutEffect(by provider: any ImageEncoderProvider) -> [String] {
    asked.filter { !$0.isMet(provider) }.map(\.option)
  }

  /// The options given that do nothing in raw rows.
  var optionsWithoutEffectOnRawRows: [String] { asked.filter { !$0.isMetByRawRows }.map(\.option) }
}
