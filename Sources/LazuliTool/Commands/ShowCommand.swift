import Lazuli

/// `lazuli show`: pictures in the terminal, animations too.
struct ShowCommand: Command {
  static let name = "show"
  static let summary = "show pictures in the terminal"
  static let usage = "show [OPTIONS] URL|PATH|-…"
  static let options: [OptionDefinition] =
    [
      .value("--size", "WIDTHxHEIGHT", "fit into so many columns and lines instead of the terminal's"),
      .value(
        "--protocol", "auto|kitty|sixel|blocks", "kitty's graphics, sixels or text; auto: the best the terminal has"),
      .flag("--still", "show the first frame of an animation only"),
    ] + RequestOptions.options
  static let examples = [
    (line: "lazuli show photo.jpg", meaning: "a picture as large as the terminal"),
    (line: "lazuli show --size 40x20 https://example.org/a.gif", meaning: "an animation, small"),
  ]

  private let locations: [ImageLocation]
  private let area: (columns: Int, rows: Int)?
  /// `nil`: what the terminal says that it can.
  private let method: PictureProtocol?
  private let isStill: Bool
  private let request: RequestOptions

  init(_ arguments: ParsedArguments) throws(UsageError) {
    guard !arguments.operands.isEmpty else { throw UsageError("show wants a URL, a path or -") }
    locations = arguments.operands.map(ImageLocation.init)
    area = try arguments.size("--size").map { ($0.width, $0.height) }
    let methods = PictureProtocol.allCases.map(\.rawValue) + ["auto"]
    method = try arguments.choice("--protocol", of: methods).flatMap(PictureProtocol.init)
    isStill = arguments.has("--still")
    request = try RequestOptions(arguments)
  }

  func run(_ context: CommandContext) async -> ExitCode {
    let source = context.source(request)
    let pictures = TerminalPictures(on: context.output, method: method, area: area)
    var codes: [ExitCode] = []
    for location in locations where !Task.isCancelled {
      do throws(ImageError) {
        let renderer = pictures.renderer()
        let image = try await source.image(at: location, options(renderer, pictures))
        try await show(image, renderer, context)
      } catch {
        context.report(error, of: location.name)
        codes.append(ExitCode(error))
      }
    }
    return Task.isCancelled ? .interrupted : .combining(codes)
  }

  private func options(_ renderer: any PictureRenderer, _ pictures: TerminalPictures) -> ImageOptions {
    var options = ImageOptions()
    options.targetSize = .fit(renderer.maximumSize(columns: pictures.area.columns, rows: pictures.area.rows))
    return options
  }

  private func show(
    _ image: DecodedImage, _ renderer: any PictureRenderer, _ context: CommandContext
  ) async throws(ImageError) {
    guard !isStill, context.output.isTerminal, let animation = AnimatedImage(image) else {
      context.output.write(renderer.drawing(of: image.pixels, isRepaint: false).bytes)
      return
    }
    try await AnimationPlayer(output: context.output, renderer: renderer).play(animation)
  }
}
