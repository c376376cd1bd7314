import Lazuli

/// `lazuli convert`: pictures into another format, size or look.
struct ConvertCommand: Command {
  static let name = "convert"
  static let summary = "write pictures in another format, size or look, animations too"
  static let usage = "convert [OPTIONS] URL|PATH|-… -o FILE|DIR|-"
  static let options: [OptionDefinition] =
    [Destination.option("FILE|DIR|-", "where to; the extension of a file says its format")]
    + FetchRun.options
  static let examples = [
    (line: "lazuli convert photo.png -o photo.jpg --quality 90", meaning: "another format"),
    (line: "lazuli convert --fit 1600x1600 --strip -o small/ *.jpg", meaning: "smaller, each in its own format"),
    (line: "lazuli convert --fit 128x animation.gif -o small.png", meaning: "an animated PNG, 128 pixels wide"),
    (line: "lazuli convert --profile p3 --16bit scan.png -o wide.png", meaning: "Display P3 in 16 bits"),
    (line: "curl -s URL | lazuli convert --format png -o - - | viewer", meaning: "between two programs"),
  ]

  private let fetching: FetchRun
  private let output: String

  init(_ arguments: ParsedArguments) throws(UsageError) {
    guard let output = arguments.value("--output") else {
      throw UsageError("convert wants -o with a file, a folder or - behind it")
    }
    self.output = output
    fetching = try FetchRun(arguments, of: Self.name)
  }

  func run(_ context: CommandContext) async throws(ImageError) -> ExitCode {
    try await fetching.run(to: output, keepsOriginals: false, context)
  }
}
