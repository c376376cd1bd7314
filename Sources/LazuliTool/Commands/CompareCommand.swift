import Lazuli

/// `lazuli compare`: how much two pictures differ.
struct CompareCommand: Command {
  static let name = "compare"
  static let summary = "say how much two pictures differ, and show where; of animations the first frames"
  static let usage = "compare [OPTIONS] A B"
  static let options: [OptionDefinition] =
    [
      .value("--output", "FILE|-", short: "-o", "write a picture of the differences; black is equal"),
      .flag("--force", "replace a file that is there already"),
      .flag("--as-stored", "apply no orientation and convert no colours"),
    ] + RequestOptions.options
  static let examples = [
    (line: "lazuli compare a.png b.jpg", meaning: "greatest and mean difference of samples, and PSNR"),
    (line: "lazuli compare -o difference.png a.png b.jpg", meaning: "the same, and a picture of where"),
  ]

  private let left: ImageLocation
  private let right: ImageLocation
  private let output: String?
  private let overwrites: Bool
  private let isAsStored: Bool
  private let request: RequestOptions

  init(_ arguments: ParsedArguments) throws(UsageError) {
    let locations = arguments.operands.map(ImageLocation.init)
    guard locations.count == 2 else { throw UsageError("compare wants two pictures") }
    (left, right) = (locations[0], locations[1])
    output = arguments.value("--output")
    overwrites = arguments.has("--force")
    isAsStored = arguments.has("--as-stored")
    request = try RequestOptions(arguments)
  }

  func run(_ context: CommandContext) async throws(ImageError) -> ExitCode {
    let source = context.source(request)
    var options = ImageOptions()
    options.appliesOrientation = !isAsStored
    if isAsStored { options.colorSpace = .asStored }
    options.onlyFirstFrame = true
    options.pixelFormat = .rgba16
    let difference = try PictureDifference(
      await source.image(at: left, options).pixels, await source.image(at: right, options).pixels)
    if let output { try await write(difference.picture, to: output, source) }
    // The picture and the numbers would be in each other's way.
    let terminal = output == "-" ? context.error : context.output
    terminal.write(context.printsJSON ? json(difference).text + "\n" : text(difference))
    return .success
  }

  private func write(_ picture: PixelBuffer, to path: String, _ source: ImageSource) async throws(ImageError) {
    let destination = try Destination(Destination.Place(path, count: 1), overwrites: overwrites)
    let format = try source.formats.format(for: destination.place) ?? "png"
    _ = try await destination.write(picture, as: EncodeRequest(format), by: source.pipeline)
  }

  private func text(_ difference: PictureDifference) -> String {
    guard !difference.isEqual else { return "equal, \(difference.picture.width)×\(difference.picture.height) pixels\n" }
    return "greatest difference \(rounded(difference.maximum)) of 255, mean \(rounded(difference.mean)), "
      + "PSNR \(rounded(difference.peakSignalToNoise)) dB\n"
  }

  private func json(_ difference: PictureDifference) -> JSONText {
    .object([
      ("equal", .boolean(difference.isEqual)), ("maximum", .number(difference.maximum)),
      ("mean", .number(difference.mean)), ("psnr", .number(difference.peakSignalToNoise)),
      ("width", .integer(difference.picture.width)), ("height", .integer(difference.picture.height)),
    ])
  }

  /// To four places, a whole number without any.
  private func rounded(_ number: Double) -> String {
    let number = (number * 10_000).rounded() / 10_000
    return Int(exactly: number).map(String.init) ?? "\(number)"
  }
}
