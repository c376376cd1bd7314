import Lazuli

/// `lazuli compare`: how much two pictures differ.
struct CompareCommand: Command {
  static let name = "compare"
  static let summary = "say how much two pictures differ, and show where; of animations the first frames"
  static let usage = "compare [OPTIONS] A B"
  static let options: [OptionDefinition] =
    [
      Destination.option("FILE|-", "write a picture of the differences; black is equal"),
      .value(
        "--amplify", "auto|N", "multiply the differences in that picture; auto: as far as the greatest one allows"),
      Destination.force,
      .flag("--as-stored", "apply no orientation and convert no colours"), PicturePlan.allowIncomplete,
    ] + RequestOptions.options
  static let examples = [
    (line: "lazuli compare a.png b.jpg", meaning: "greatest and mean difference of samples, and PSNR"),
    (line: "lazuli compare -o difference.png a.png b.jpg", meaning: "the same, and a picture of where"),
  ]

  private let locations: [ImageLocation]
  private let output: String?
  /// `nil`: as far as the greatest difference allows.
  private let factor: Double?
  private let overwrites: Bool
  private let imageOptions: ImageOptions
  private let request: RequestOptions

  init(_ arguments: ParsedArguments) throws(UsageError) {
    locations = arguments.operands.map(ImageLocation.init)
    guard locations.count == 2 else { throw UsageError("compare wants two pictures, not \(locations.count)") }
    try arguments.check(["--amplify", "--force"], need: ["--output"])
    output = arguments.value("--output")
    factor = arguments.value("--amplify") == "auto" ? nil : try arguments.number("--amplify", in: 1...65_535)
    overwrites = arguments.has("--force")
    imageOptions = Self.imageOptions(arguments)
    request = try RequestOptions(arguments)
  }

  private static func imageOptions(_ arguments: ParsedArguments) -> ImageOptions {
    let isAsStored = arguments.has("--as-stored")
    var options = ImageOptions()
    options.appliesOrientation = !isAsStored
    if isAsStored { options.colorSpace = .asStored }
    options.onlyFirstFrame = true
    options.allowsIncomplete = arguments.has("--allow-incomplete")
    options.pixelFormat = .rgba16
    return options
  }

  func run(_ context: CommandContext) async throws(ImageError) -> ExitCode {
    let context = context.leavingOutput(toPicture: output == "-")
    let source = context.source(request)
    let destination = try output.map { (output) throws(ImageError) in
      try Destination(Destination.Place(output, count: 1), overwrites: overwrites)
    }
    let format = try destination.flatMap { (target) throws(ImageError) in try source.formats.format(for: target.place) }
    let (pictures, code) = await pictures(source, context)
    guard pictures.count == 2 else { return code }
    var result = DifferenceDescription(locations.map(\.name), try difference(pictures[0], pictures[1]))
    if let destination {
      let shown = try result.difference.picture(amplifiedBy: factor)
      result.path = try await destination.write(
        shown.pixels, as: EncodeRequest(format ?? "png"), stem: "difference", by: source.pipeline
      ).output
      result.factor = shown.factor
    }
    context.messages.write(context.printsJSON ? result.json.text + "\n" : result.text)
    return .success
  }

  /// Throws `invalidRequest` for two sizes.
  private func difference(_ left: PixelBuffer, _ right: PixelBuffer) throws(ImageError) -> PictureDifference {
    if let difference = PictureDifference(left, right) { return difference }
    let names = locations.map(\.name)
    throw ImageError(
      .invalidRequest, at: .process,
      "\(names[0]) has \(left.width)×\(left.height) pixels and \(names[1]) \(right.width)×\(right.height); "
        + "lazuli convert --exact \(left.width)x\(left.height) makes the second one as large as the first")
  }

  /// Both, unless one fails: that is told.
  private func pictures(
    _ source: ImageSource, _ context: CommandContext
  ) async -> ([PixelBuffer], ExitCode) {
    var pictures: [PixelBuffer] = []
    var codes: [ExitCode] = []
    for location in locations {
      do throws(ImageError) {
        pictures.append(try await source.image(at: location, imageOptions).pixels)
      } catch {
        context.report(error, of: location.name)
        codes.append(ExitCode(error))
      }
    }
    return (pictures, .combining(codes))
  }
}
