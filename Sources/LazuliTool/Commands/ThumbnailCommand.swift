import Lazuli

/// `lazuli thumbnail`: small pictures of files, where the programs of a desktop look for them.
struct ThumbnailCommand: Command {
  static let name = "thumbnail"
  static let summary = "make thumbnails where the programs of a desktop look for them, or one into a file"
  static let usage = "thumbnail [OPTIONS] FILE…\n       lazuli thumbnail --size N INPUT OUTPUT"
  static let options: [OptionDefinition] =
    [
      .value("--only", "FOLDER", repeats: true, "\(folders.joined(separator: ", ")); all of them"),
      .value("--size", "N", "one PNG file, N pixels wide or high at the most: what a file manager calls"),
      .flag("--force", "make those again that are up to date, or failed before"), PicturePlan.allowIncomplete,
    ] + Batch.options
  static let examples = [
    (line: "lazuli thumbnail *.jpg", meaning: "into $XDG_CACHE_HOME/thumbnails, where they are missing or out of date"),
    (line: "lazuli thumbnail --only normal --only large *.jpg", meaning: "up to 128 and up to 256 pixels only"),
    (line: "lazuli thumbnail --size 256 file:///home/me/a.jpg /tmp/a.png", meaning: "one, for a file manager"),
  ]

  private static let folders = ThumbnailSize.allCases.map(\.rawValue)

  private let locations: [ImageLocation]
  private let output: (path: String, side: Int)?
  private let sizes: [ThumbnailSize]
  private let isForced: Bool
  private let allowsIncomplete: Bool
  private let batch: Batch
  private let request: RequestOptions

  init(_ arguments: ParsedArguments) throws(UsageError) {
    let words = arguments.operands
    let side = try arguments.integer("--size", in: 1...65_535)
    try arguments.check(["--only", "--force", "--jobs", "--quiet"], excludedBy: "--size")
    guard side == nil ? !words.isEmpty : words.count == 2 else {
      throw UsageError("thumbnail wants \(side == nil ? "files" : "a picture and the file for its thumbnail")")
    }
    output = side.map { (words[1], $0) }
    locations = (side == nil ? words[...] : words[..<1]).map(ImageLocation.init)
    sizes = try Self.sizes(arguments)
    isForced = arguments.has("--force")
    allowsIncomplete = arguments.has("--allow-incomplete")
    batch = try Batch(arguments)
    request = try RequestOptions(arguments)
  }

  private static func sizes(_ arguments: ParsedArguments) throws(UsageError) -> [ThumbnailSize] {
    var sizes: [ThumbnailSize] = []
    for name in arguments.allValues("--only") {
      guard let size = ThumbnailSize(rawValue: name) else {
        throw UsageError(
          "--only wants one of \(folders.joined(separator: ", ")), not “\(name)”",
          suggestion: Suggestion.nearest(to: name, among: folders))
      }
      sizes.append(size)
    }
    return sizes.isEmpty ? ThumbnailSize.allCases : sizes
  }

  func run(_ context: CommandContext) async throws(ImageError) -> ExitCode {
    let maker = ThumbnailMaker(context.source(request), allowsIncomplete: allowsIncomplete)
    if let output { return await write(maker, to: output, context) }
    let cache = CachedThumbnails(cache: ThumbnailCache(), maker: maker, sizes: sizes, isForced: isForced)
    return await batch.run(locations, context) { (entry) async throws(ImageError) in
      try await cache.update(entry.location)
    } report: { places, result in
      if case .success(let update) = result { for _ in places { tell(update, context) } }
    }
  }

  /// One, into a file: what a file manager names is one that it has made already.
  private func write(
    _ maker: ThumbnailMaker, to output: (path: String, side: Int), _ context: CommandContext
  ) async -> ExitCode {
    do throws(ImageError) {
      let picture = try await maker.picture(at: locations[0], side: output.side)
      try await maker.write(picture.pixels, picture.texts, to: output.path, isPrivate: false)
      return .success
    } catch {
      context.report(error, of: locations[0].name)
      return ExitCode(error)
    }
  }

  private func tell(_ update: ThumbnailUpdate, _ context: CommandContext) {
    if context.printsJSON {
      context.output.write(update.json.text + "\n")
    } else if !batch.isQuiet {
      context.output.write(update.text)
    }
  }
}
