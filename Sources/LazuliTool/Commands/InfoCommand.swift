import Lazuli

/// `lazuli info`: what a picture is, from its header where possible.
struct InfoCommand: Command {
  static let name = "info"
  static let summary = "say what a picture is, reading no more than its header"
  static let usage = "info [OPTIONS] URL|PATH|-…"
  static let options: [OptionDefinition] =
    [
      .flag("--frames", "read all of it and count the frames")
    ] + RequestOptions.options
  static let examples = [
    (line: "lazuli info photo.jpg", meaning: "size, format, colours and orientation of a file"),
    (line: "lazuli info --json https://example.org/a.gif", meaning: "the same of a URL, as one JSON object"),
  ]

  private let locations: [ImageLocation]
  private let countsFrames: Bool
  private let request: RequestOptions

  init(_ arguments: ParsedArguments) throws(UsageError) {
    guard !arguments.operands.isEmpty else { throw UsageError("info wants a URL, a path or -") }
    locations = arguments.operands.map(ImageLocation.init)
    countsFrames = arguments.has("--frames")
    request = try RequestOptions(arguments)
  }

  func run(_ context: CommandContext) async -> ExitCode {
    let source = context.source(request)
    var codes: [ExitCode] = []
    for location in locations where !Task.isCancelled {
      do throws(ImageError) {
        let information = try await source.header(at: location)
        let frames = countsFrames ? try await frameCount(location, source) : information.header.frameCount
        print(information, frames, location, context)
      } catch {
        context.report(error, of: location.name)
        codes.append(ExitCode(error))
      }
    }
    return Task.isCancelled ? .interrupted : .combining(codes)
  }

  private func frameCount(_ location: ImageLocation, _ source: ImageSource) async throws(ImageError) -> Int? {
    guard case .url = location else { return nil }
    guard let pass = try await source.image(at: location, .init()).frames?.makePass() else { return 1 }
    var count = 0
    while try await pass.next() != nil { count += 1 }
    return count
  }

  private func print(
    _ information: ImageInformation, _ frames: Int?, _ location: ImageLocation, _ context: CommandContext
  ) {
    let description = ImageDescription(information, frameCount: frames, name: location.name)
    context.output.write(context.printsJSON ? description.json.text + "\n" : description.text)
  }
}
