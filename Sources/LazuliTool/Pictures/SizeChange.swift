import Lazuli

/// Another size for a picture, and how its pixels are mixed.
struct SizeChange: Sendable {
  static let options: [OptionDefinition] = [
    .value("--fit", "WIDTHxHEIGHT", alias: "--size", "scale down to fit into this box, never up; also 256x and x256"),
    .value("--fill", "WIDTHxHEIGHT", "scale down to cover this box, never up, and cut off what is over"),
    .value("--exact", "WIDTHxHEIGHT", "scale to this very size, up or down, whatever the proportions"),
    .value("--gravity", "PLACE", "what --fill keeps: \(gravities.joined(separator: ", ")); center"),
    .flag("--enlarge", "let --fit and --fill scale up, too"),
    .value("--filter", "FILTER", "\(filters.joined(separator: ", ")); area, or catmull-rom to scale up"),
    .flag("--linear", "mix light rather than its encoding"),
  ]

  private static let gravities = Gravity.allCases.map(\.rawValue)
  private static let filters = ResizeFilter.allCases.map(\.rawValue)

  let fitting: SizeFitting
  private(set) var resizing = ResizeOptions()

  /// `nil` when no size is asked for.
  init?(_ arguments: ParsedArguments) throws(UsageError) {
    let fittings = [
      try arguments.box("--fit").map(SizeFitting.fit), try arguments.imageSize("--fill").map(SizeFitting.fill),
      try arguments.imageSize("--exact").map(SizeFitting.exact),
    ].compactMap(\.self)
    guard fittings.count < 2 else { throw UsageError("--fit, --fill and --exact are three ways: give one") }
    resizing.gravity = try arguments.choice("--gravity", of: Self.gravities).flatMap(Gravity.init) ?? .center
    resizing.allowsEnlarging = arguments.has("--enlarge")
    resizing.isInLinearLight = arguments.has("--linear")
    let filter = try arguments.choice("--filter", of: Self.filters).flatMap(ResizeFilter.init)
    try arguments.check(["--gravity"], need: ["--fill"])
    try arguments.check(["--enlarge"], need: ["--fit", "--fill"])
    try arguments.check(["--filter", "--linear"], need: ["--fit", "--fill", "--exact"])
    guard let fitting = fittings.first else { return nil }
    self.fitting = fitting
    resizing.filter = filter ?? (Self.enlarges(fitting, resizing.allowsEnlarging) ? .catmullRom : .areaAverage)
  }

  private static func enlarges(_ fitting: SizeFitting, _ allowsEnlarging: Bool) -> Bool {
    if case .exact = fitting { true } else { allowsEnlarging }
  }
}
