import Lazuli

/// `lazuli fetch`: pictures from anywhere into files.
struct FetchCommand: Command {
  static let name = "fetch"
  static let summary = "fetch pictures and write them to files, as they are or changed"
  static let usage = "fetch [OPTIONS] URL|PATH|-…"
  static let options: [OptionDefinition] =
    [
      Destination.option("DIR|FILE|-", "where to; a folder (the default: this one), a file, or standard output")
    ] + FetchRun.options
  static let examples = [
    (line: "lazuli fetch https://example.org/a.png", meaning: "the file as it is, under a.png"),
    (line: "lazuli fetch --fit 256x256 --format jpeg -o thumbnails/ *.png", meaning: "small copies of many files"),
    (line: "lazuli fetch --fill 96x96 --round 48 -o faces/ *.jpg", meaning: "round pictures of people"),
    (line: "lazuli fetch --from urls.txt -o pictures/", meaning: "many at once; a bad one does not stop the rest"),
    (
      line: "lazuli fetch --jobs 32 --jobs-per-host 4 --from urls.txt",
      meaning: "in the order of the list; what is there twice is asked for once"
    ),
    (line: "lazuli fetch --format rgba --depth 16 -o - a.png", meaning: "raw samples for another program"),
  ]

  private let fetching: FetchRun
  private let output: String

  init(_ arguments: ParsedArguments) throws(UsageError) {
    output = arguments.value("--output") ?? "."
    fetching = try FetchRun(arguments, of: Self.name)
  }

  func run(_ context: CommandContext) async throws(ImageError) -> ExitCode {
    try await fetching.run(to: output, keepsOriginals: true, context)
  }
}
