import Lazuli

/// What is done to a picture once it is upright: first its part, then its size, then the rest in the order
/// of the options below.
struct PictureChanges: Sendable {
  static let options: [OptionDefinition] =
    [.value("--crop", "WIDTHxHEIGHT+X+Y", "keep this part, counted from the top left, before anything else")]
    + SizeChange.options + [
      .value("--rotate", "DEGREES", "turn clockwise; quarter turns are exact"),
      .value("--blur", "SIGMA", "blur by a Gaussian of so many pixels"),
      .flag("--gray", "take the colour out"),
      .value("--round", "RADIUS", "round the corners"),
      .value("--background", "RRGGBB", "put transparent pixels on this colour; white for a format without any"),
    ]

  private let part: PixelRectangle?
  private let size: SizeChange?
  private let others: [any ImageProcessor]
  /// `nil`: transparency stays where the format has it, and lies on white elsewhere.
  let background: RGBColor?
  /// Whether an opaque picture is none afterwards.
  let addsTransparency: Bool

  init(_ arguments: ParsedArguments) throws(UsageError) {
    part = try arguments.rectangle("--crop")
    size = try SizeChange(arguments)
    background = try arguments.color("--background")
    let degrees = try arguments.number("--rotate", in: -360...360)
    let radius = try arguments.number("--round", in: 0...65_535)
    let sigma = try arguments.number("--blur", in: 0...1000)
    let changes: [(any ImageProcessor)?] = [
      degrees.map { RotateProcessor(degrees: $0) }, sigma.map { GaussianBlurProcessor(sigma: $0) },
      arguments.has("--gray") ? GrayscaleProcessor() : nil, radius.map { RoundCornersProcessor(radius: $0) },
      background.map { FlattenProcessor(onto: $0) },
    ]
    others = changes.compactMap(\.self)
    let isOblique = degrees.map { $0.remainder(dividingBy: 90) != 0 } ?? false
    addsTransparency = background == nil && (isOblique || radius ?? 0 > 0)
  }

  /// Asks for the changes together with the picture. The decoder helps with the size, unless a part is cut
  /// out first.
  func apply(to options: inout ImageOptions) {
    if let part {
      options.processors = [CropProcessor(.rectangle(part))]
      if let size { options.processors.append(ResizeProcessor(size.fitting, size.resizing)) }
    } else if let size {
      options.targetSize = size.fitting
      options.resizing = size.resizing
    }
    options.processors += others
  }
}
