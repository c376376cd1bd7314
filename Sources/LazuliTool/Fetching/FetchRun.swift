import Lazuli

/// Pictures on their way to where they belong, and what is said of them: what `fetch` and `convert` share.
struct FetchRun: Sendable {
  static let options: [OptionDefinition] =
    [Destination.force]
    + PicturePlan.options + InputList.options + Batch.options + RequestOptions.options

  private let inputs: InputList
  private let batch: Batch
  private let plan: PicturePlan
  private let overwrites: Bool
  private let request: RequestOptions

  init(_ arguments: ParsedArguments, of command: String) throws(UsageError) {
    inputs = try InputList(arguments, of: command)
    batch = try Batch(arguments)
    plan = try PicturePlan(arguments)
    overwrites = arguments.has("--force")
    request = try RequestOptions(arguments)
  }

  /// `keepsOriginals`: whether bytes stay as they came where nothing else is asked for.
  func run(
    to output: String, keepsOriginals: Bool, _ context: CommandContext
  ) async throws(ImageError) -> ExitCode {
    let context = context.leavingOutput(toPicture: output == "-")
    let locations = try inputs.locations()
    let source = context.source(request)
    let formats = source.formats
    let place = try Destination.Place(output, count: locations.count)
    var plan = plan
    try plan.decide(for: place, formats, keepsOriginals: keepsOriginals)
    let fetcher = Fetcher(
      source: source, formats: formats, plan: plan, destination: try Destination(place, overwrites: overwrites))
    return await batch.run(locations, context) { (entry) async throws(ImageError) in
      try await fetcher.fetch(entry, named: entry.places.map { locations[$0].name })
    } report: { _, result in
      guard case .success(let pictures) = result else { return }
      for picture in pictures { context.tell(picture, isQuiet: batch.isQuiet) }
    }
  }
}
