import Lazuli

/// What a picture says of its colours, for people and for machines: all of it, what counts first.
struct ColorDescription {
  private let color: ColorInformation
  /// What the samples are.
  private let model: ColorModel

  init(_ header: ImageHeader) {
    color = header.color
    model = header.colorModel
  }

  var text: String {
    let parts = [
      color.cicp.map(Self.text),
      color.iccProfile.map { "ICC profile\(Self.named($0)), \($0.count) bytes" },
      color.sRGBIntent.map { "sRGB, intent \($0)" },
      color.gamma.map { "gamma \($0)" },
      color.chromaticities.map {
        "white \(Self.text($0.white)), red \(Self.text($0.red)), "
          + "green \(Self.text($0.green)), blue \(Self.text($0.blue))"
      },
    ].compactMap(\.self)
    guard parts.isEmpty else { return parts.joined(separator: "; ") }
    return model == .cmyk ? "ink without a profile, made sRGB by a formula" : "not said, taken as sRGB"
  }

  var json: JSONText {
    .object([
      ("model", .string(model.rawValue)), ("profile", .string(color.profile.name)),
      ("cicp", color.cicp.map(Self.json) ?? .null),
      ("icc_bytes", JSONText(color.iccProfile?.count)),
      ("srgb_intent", JSONText(color.sRGBIntent)), ("gamma", JSONText(color.gamma)),
      ("chromaticities", color.chromaticities.map(Self.json) ?? .null),
    ])
  }

  private static func named(_ profile: [UInt8]) -> String {
    ICCProfile(profile).name.map { " “\(TerminalText.sanitized($0))”" } ?? ""
  }

  /// Numbers, and words where there are any for them.
  private static func text(_ cicp: ColorInformation.CICP) -> String {
    var alone = ColorInformation()
    alone.cicp = cicp
    let (numbers, name) = ("CICP \(cicp.primaries)-\(cicp.transfer)-\(cicp.matrix)", alone.profile.name)
    return name == numbers ? numbers : "\(numbers) (\(name))"
  }

  private typealias Chromaticities = ColorInformation.Chromaticities

  private static func text(_ point: Chromaticities.Point) -> String { "\(point.x) \(point.y)" }

  private static func json(_ cicp: ColorInformation.CICP) -> JSONText {
    .object([
      ("primaries", .integer(Int(cicp.primaries))), ("transfer", .integer(Int(cicp.transfer))),
      ("matrix", .integer(Int(cicp.matrix))), ("full_range", .boolean(cicp.isFullRange)),
    ])
  }

  private static func json(_ chromaticities: Chromaticities) -> JSONText {
    func point(_ point: Chromaticities.Point) -> JSONText { .array([.number(point.x), .number(point.y)]) }
    return .object([
      ("white", point(chromaticities.white)), ("red", point(chromaticities.red)),
      ("green", point(chromaticities.green)), ("blue", point(chromaticities.blue)),
    ])
  }
}
