import Lazuli

/// `lazuli show`: pictures in the terminal, animations too.
struct ShowCommand: Command {
  static let name = "show"
  static let summary = "show pictures in the terminal, in 24-bit colour"
  static let usage = "show [OPTIONS] URL|PATH|-…"
  static let options: [OptionDefinition] =
    [
      .value("--size", "WIDTHxHEIGHT", "fit into so many columns and lines instead of the terminal's"),
      .flag("--still", "show the first frame of an animation only"),
    ] + RequestOptions.options
  static let examples = [
    (line: "lazuli show photo.jpg", meaning: "a picture as large as the terminal"),
    (line: "lazuli show --size 40x20 https://example.org/a.gif", meaning: "an animation, small"),
  ]

  private let locations: [ImageLocation]
  private let size: (width: Int, height: Int)?
  private let isStill: Bool
  private let request: RequestOptions

  init(_ arguments: ParsedArguments) throws(UsageError) {
    guard !arguments.operands.isEmpty else { throw UsageError("show wants a URL, a path or -") }
    locations = arguments.operands.map(ImageLocation.init)
    size = try arguments.size("--size")
    isStill = arguments.has("--still")
    request = try RequestOptions(arguments)
  }

  func run(_ context: CommandContext) async -> ExitCode {
    let source = context.source(request)
    var codes: [ExitCode] = []
    for location in locations where !Task.isCancelled {
      do throws(ImageError) {
        let image = try await source.image(at: location, options(context))
        try await show(image, context)
      } catch {
        context.report(error, of: location.name)
        codes.append(ExitCode(error))
      }
    }
    return Task.isCancelled ? .interrupted : .combining(codes)
  }

  /// A cell is as wide as one pixel and as high as two; the last line is the prompt's.
  private func options(_ context: CommandContext) -> ImageOptions {
    let terminal = context.output.size
    let (columns, lines) = size ?? (terminal.columns, max(1, terminal.rows - 1))
    var options = ImageOptions()
    options.targetSize = .fit(ImageSize(width: columns, height: lines * 2))
    return options
  }

  private func show(_ image: DecodedImage, _ context: CommandContext) async throws(ImageError) {
    guard let frames = image.frames, !isStill, context.output.isTerminal else {
      context.output.write(HalfBlocks.lines(image.pixels).joined(separator: "\n") + "\n")
      return
    }
    try await AnimationPlayer(output: context.output).play(frames)
  }
}
