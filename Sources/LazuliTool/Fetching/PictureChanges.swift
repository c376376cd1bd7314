import Lazuli

/// What is done to a picture once it is upright: first its part, then its size, then the rest in the order
/// of the options below.
struct PictureChanges: Sendable {
  static let options: [OptionDefinition] = [
    .value("--crop", "WIDTHxHEIGHT+X+Y", "keep this part, counted from the top left, before anything else"),
    .value("--size", "WIDTHxHEIGHT", "scale down to fit, never up"),
    .value("--fill", "WIDTHxHEIGHT", "scale down to fill, never up, and cut off what is over, evenly"),
    .value("--rotate", "DEGREES", "turn clockwise; quarter turns are exact"),
    .value("--blur", "SIGMA", "blur by a Gaussian of so many pixels"),
    .flag("--gray", "take the colour out"),
    .value("--round", "RADIUS", "round the corners"),
    .value("--background", "RRGGBB", "put transparent pixels on this colour; white for a format without any"),
  ]

  private let part: PixelRectangle?
  private let size: SizeFitting?
  private let others: [any ImageProcessor]
  /// `nil`: transparency stays where the format has it, and lies on white elsewhere.
  let background: RGBColor?

  init(_ arguments: ParsedArguments) throws(UsageError) {
    part = try arguments.rectangle("--crop")
    let (fit, fill) = (try arguments.imageSize("--size"), try arguments.imageSize("--fill"))
    guard fit == nil || fill == nil else { throw UsageError("--size and --fill are two ways: give one") }
    size = fit.map(SizeFitting.fit) ?? fill.map(SizeFitting.fill)
    background = try arguments.color("--background")
    others = try Self.others(arguments, cut: fill, background)
  }

  var isEmpty: Bool { part == nil && size == nil && others.isEmpty }

  /// A size that the decoder may help with; not when a part is cut out first.
  var targetSize: SizeFitting? { part == nil ? size : nil }

  /// What follows.
  var processors: [any ImageProcessor] {
    guard let part else { return others }
    let crop: [any ImageProcessor] = [CropProcessor(.rectangle(part))]
    return crop + [size.map { ResizeProcessor($0) }].compactMap(\.self) + others
  }

  private static func others(
    _ arguments: ParsedArguments, cut: ImageSize?, _ background: RGBColor?
  ) throws(UsageError) -> [any ImageProcessor] {
    var others: [any ImageProcessor] = cut.map { [CropProcessor(.size($0, .center))] } ?? []
    if let degrees = try arguments.number("--rotate", in: -360...360) {
      others.append(RotateProcessor(degrees: degrees))
    }
    if let sigma = try arguments.number("--blur", in: 0...1000) { others.append(GaussianBlurProcessor(sigma: sigma)) }
    if arguments.has("--gray") { others.append(GrayscaleProcessor()) }
    if let radius = try arguments.number("--round", in: 0...65_535) {
      others.append(RoundCornersProcessor(radius: radius))
    }
    if let background { others.append(FlattenProcessor(onto: background)) }
    return others
  }
}
