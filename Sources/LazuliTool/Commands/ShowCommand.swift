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
      .flag("--progress", "show what there is of a picture while it loads, in a terminal"),
      PicturePlan.allowIncomplete,
    ] + RequestOptions.options
  static let examples = [
    (line: "lazuli show photo.jpg", meaning: "a picture as large as the terminal"),
    (line: "lazuli show --size 40x20 https://example.org/a.gif", meaning: "an animation, small"),
    (line: "lazuli show --progress https://example.org/large.jpg", meaning: "a picture as it comes"),
  ]

  private let locations: [ImageLocation]
  private let area: (columns: Int, rows: Int)?
  /// `nil`: what the terminal says that it can.
  private let method: PictureProtocol?
  private let isStill: Bool
  private let showsProgress: Bool
  private let allowsIncomplete: Bool
  private let request: RequestOptions

  init(_ arguments: ParsedArguments) throws(UsageError) {
    guard !arguments.operands.isEmpty else { throw UsageError("show wants a URL, a path or -") }
    locations = arguments.operands.map(ImageLocation.init)
    area = try arguments.size("--size").map { ($0.width, $0.height) }
    let methods = PictureProtocol.allCases.map(\.rawValue) + ["auto"]
    method = try arguments.choice("--protocol", of: methods).flatMap(PictureProtocol.init)
    isStill = arguments.has("--still")
    showsProgress = arguments.has("--progress")
    allowsIncomplete = arguments.has("--allow-incomplete")
    request = try RequestOptions(arguments)
  }

  func run(_ context: CommandContext) async -> ExitCode {
    let context = context.leavingOutput(toPicture: true)
    let source = context.source(request)
    let pictures = TerminalPictures(on: context.output, method: method, area: area)
    var codes: [ExitCode] = []
    for location in locations where !Task.isCancelled {
      do throws(ImageError) {
        var place = PicturePlace(output: context.output, renderer: pictures.renderer())
        let options = options(place.renderer, pictures)
        let image = try await load(location, options, source, &place)
        try await show(image, at: &place)
      } catch {
        context.report(error, of: location.name)
        codes.append(ExitCode(error))
      }
    }
    return Task.isCancelled ? .interrupted : .combining(codes)
  }

  private func options(_ renderer: any PictureRenderer, _ pictures: TerminalPictures) -> ImageOptions {
    var options = ImageOptions()
    options.allowsIncomplete = allowsIncomplete
    options.targetSize = .fit(renderer.maximumSize(columns: pictures.area.columns, rows: pictures.area.rows))
    return options
  }

  private func load(
    _ location: ImageLocation, _ options: ImageOptions, _ source: ImageSource, _ place: inout PicturePlace
  ) async throws(ImageError) -> DecodedImage {
    guard showsProgress, place.output.isTerminal else { return try await source.image(at: location, options) }
    place.output.hideCursor()
    defer { place.output.showCursor() }
    return try await source.image(at: location, options) { place.show($0.pixels) }
  }

  private func show(_ image: DecodedImage, at place: inout PicturePlace) async throws(ImageError) {
    guard !isStill, place.output.isTerminal, let animation = AnimatedImage(image) else {
      return place.show(image.pixels)
    }
    try await AnimationPlayer().play(animation, at: &place)
  }
}
