import Lazuli

/// `lazuli compare`: how much two pictures differ.
struct CompareCommand: Command {
  static let name = "compare"
  static let summary = "say how much two pictures differ, and show where"
  static let usage = "compare [OPTIONS] A B"
  static let options: [OptionDefinition] =
    [
      .value("--output", "FILE", short: "-o", "write a picture of the differences, as PNG; black is equal"),
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
    options.onlyFirstFrame = true
    let first = try await source.image(at: left, options)
    let difference = try PictureDifference(first.pixels, try await source.image(at: right, options).pixels)
    if let output { try await write(difference, like: first, to: output, source) }
    context.output.write(context.printsJSON ? json(difference).text + "\n" : text(difference))
    return .success
  }

  private func write(
    _ difference: PictureDifference, like image: DecodedImage, to path: String, _ source: ImageSource
  ) async throws(ImageError) {
    var picture = image
    picture.pixels = difference.picture
    picture.frames = nil
    let destination = try Destination(.file(path), overwrites: overwrites)
    guard let file = try destination.open() else { return }
    var request = EncodeRequest("png")
    request.keepsMetadata = false
    let bytes = ByteChunk(try await source.pipeline.encode(picture, as: request))
    try bytes.withUnsafeBytes { (bytes) throws(ImageError) in try file.write(bytes) }
    _ = try destination.finish(file, stem: "", suffix: "")
  }

  private func text(_ difference: PictureDifference) -> String {
    guard !difference.isEqual else { return "equal, \(difference.picture.width)×\(difference.picture.height) pixels\n" }
    return "greatest difference \(difference.maximum) of 255, mean \(rounded(difference.mean)), "
      + "PSNR \(rounded(difference.peakSignalToNoise)) dB\n"
  }

  private func json(_ difference: PictureDifference) -> JSONText {
    .object([
      ("equal", .boolean(difference.isEqual)), ("maximum", .integer(difference.maximum)),
      ("mean", .number(difference.mean)), ("psnr", .number(difference.peakSignalToNoise)),
      ("width", .integer(difference.picture.width)), ("height", .integer(difference.picture.height)),
    ])
  }

  private func rounded(_ number: Double) -> Double { (number * 10_000).rounded() / 10_000 }
}
