import Lazuli

/// `lazuli sheet`: many pictures on one.
struct SheetCommand: Command {
  static let name = "sheet"
  static let summary = "put many pictures on one sheet"
  static let usage = "sheet [OPTIONS] URL|PATH|-… -o FILE|-"
  static let options: [OptionDefinition] =
    [Destination.option("FILE|-", "where to; the extension says the format, png for standard output")]
    + SheetLayout.options + [
      .value("--background", "RRGGBB", "what is seen between the pictures; 282828"),
      .value("--quality", "1-100", "of lossy formats"),
      Destination.force, PicturePlan.allowIncomplete,
    ] + InputList.options + Batch.options + RequestOptions.options
  static let examples = [
    (line: "lazuli sheet *.jpg -o sheet.png", meaning: "all of them, in this order; one that fails is crossed out"),
    (line: "lazuli sheet --columns 10 --cell 96x96 --gap 4 --from urls.txt -o sheet.jpg", meaning: "many small ones"),
  ]

  private let inputs: InputList
  private let batch: Batch
  private let layout: SheetLayout
  private let background: RGBColor
  private let quality: Int?
  private let output: String
  private let overwrites: Bool
  private let allowsIncomplete: Bool
  private let request: RequestOptions

  init(_ arguments: ParsedArguments) throws(UsageError) {
    inputs = try InputList(arguments, of: Self.name)
    guard let output = arguments.value("--output") else { throw UsageError("sheet wants -o with a file behind it") }
    self.output = output
    batch = try Batch(arguments)
    layout = try SheetLayout(arguments)
    background = try arguments.color("--background") ?? RGBColor(red: 40, green: 40, blue: 40)
    quality = try arguments.integer("--quality", in: 1...100)
    overwrites = arguments.has("--force")
    allowsIncomplete = arguments.has("--allow-incomplete")
    request = try RequestOptions(arguments)
  }

  func run(_ context: CommandContext) async throws(ImageError) -> ExitCode {
    let context = context.leavingOutput(toPicture: output == "-")
    let locations = try inputs.locations()
    let source = context.source(request)
    let destination = try Destination(Destination.Place(output, count: 1), overwrites: overwrites)
    let format = try source.formats.format(for: destination.place) ?? "png"
    try checkOptions(source.formats.encoder(of: format))
    var layout = layout
    layout.count = locations.count
    let sheet = try Sheet(layout, background: background, limits: source.limits)
    let (code, paintedCount) = await paint(locations, on: sheet, source, context)
    guard code != .interrupted else { return code }
    guard paintedCount > 0 else {
      context.warn("nothing is written, as there is no picture to show", of: output)
      return code
    }
    var encoding = EncodeRequest(format)
    encoding.options.quality = quality
    let written = try await destination.write(sheet.finish(), as: encoding, stem: Self.name, by: source.pipeline)
    context.tell(written, isQuiet: batch.isQuiet)
    return code
  }

  private func paint(
    _ locations: [ImageLocation], on sheet: Sheet, _ source: ImageSource, _ context: CommandContext
  ) async -> (ExitCode, paintedCount: Int) {
    var options = ImageOptions(fitting: sheet.layout.cell)
    options.allowsIncomplete = allowsIncomplete
    let wish = options
    var paintedCount = 0
    let code = await batch.run(locations, context) { (entry) async throws(ImageError) in
      try await Self.representative(of: source.image(at: entry.location, wish))
    } report: { places, result in
      for place in places {
        switch result {
        case .success(let picture):
          paintedCount += 1
          sheet.paint(picture, at: place)
        case .failure: sheet.mark(place)
        }
      }
    }
    return (code, paintedCount)
  }

  private func checkOptions(_ encoder: any ImageEncoderProvider) throws(ImageError) {
    guard quality != nil, !encoder.options.contains(.quality) else { return }
    throw ImageError(.invalidRequest, at: .encode, "--quality does nothing in \(encoder.format) files; leave it out")
  }

  /// The picture itself, or the frame a third into an animation: first ones are often blank.
  private static func representative(of image: DecodedImage) async throws(ImageError) -> PixelBuffer {
    guard let frames = image.frames, let count = frames.count else { return image.pixels }
    let pass = frames.makePass()
    var shown = image.pixels
    for _ in 0...count / 3 {
      guard let frame = try await pass.next() else { break }
      shown = frame.pixels
    }
    return shown
  }
}
