import Glibc
import Lazuli

/// `lazuli fetch`: pictures from anywhere into files.
struct FetchCommand: Command {
  static let name = "fetch"
  static let summary = "fetch pictures, convert them if asked, and write them to files"
  static let usage = "fetch [OPTIONS] URL|PATH|-…"
  static let options: [OptionDefinition] =
    [
      .value(
        "--output", "DIR|FILE|-", short: "-o", "where to; a folder (the default: this one), a file, or standard output"),
      .value("--format", "FORMAT", "png, jpeg, another format with an encoder, or rgba: raw rows, straight alpha"),
      .value("--quality", "1-100", "of lossy formats"),
      .value("--depth", "8|16", "bits of a sample, for rgba (16: big-endian) and png"),
      .value("--frames", "N|all", "frames of an animation, one after the other, for rgba; 1"),
      .flag("--as-stored", "apply no orientation and convert no colours"),
      .flag("--allow-incomplete", "take what could be decoded of a damaged picture"),
      .value("--from", "FILE|-", "read more URLs and paths from FILE, one a line"),
      .flag("--force", "replace files that are there already"),
      .value("--jobs", "N", "pictures under way at once; 8"),
      .flag("--quiet", short: "-q", "say nothing but errors"),
    ] + PictureChanges.options + RequestOptions.options
  static let examples = [
    (line: "lazuli fetch https://example.org/a.png", meaning: "the file as it is, under a.png"),
    (line: "lazuli fetch --size 256x256 --format jpeg -o thumbnails/ *.png", meaning: "small copies of many files"),
    (line: "lazuli fetch --fill 96x96 --round 48 -o faces/ *.jpg", meaning: "round pictures of people"),
    (line: "lazuli fetch --from urls.txt -o pictures/", meaning: "many at once; a bad one does not stop the rest"),
    (line: "lazuli fetch --format rgba --depth 16 -o - a.png", meaning: "raw samples for another program"),
  ]

  private let operands: [String]
  private let listFile: String?
  private let plan: FetchPlan
  private let output: String?
  private let overwrites: Bool
  private let jobs: Int
  private let request: RequestOptions
  private let isQuiet: Bool

  init(_ arguments: ParsedArguments) throws(UsageError) {
    operands = arguments.operands
    listFile = arguments.value("--from")
    guard !operands.isEmpty || listFile != nil else { throw UsageError("fetch wants a URL, a path or -") }
    output = arguments.value("--output")
    plan = try FetchPlan(arguments, output: output)
    overwrites = arguments.has("--force")
    jobs = try arguments.integer("--jobs", in: 1...1024) ?? 8
    request = try RequestOptions(arguments)
    isQuiet = arguments.has("--quiet")
  }

  func run(_ context: CommandContext) async throws(ImageError) -> ExitCode {
    let locations = try locations()
    let destination = try Destination(place(for: locations), overwrites: overwrites)
    let fetcher = Fetcher(
      source: context.source(request), plan: plan, destination: destination)
    return await FetchRun(
      fetcher: fetcher, jobs: jobs, context: context, isQuiet: isQuiet || destination.place == .standardOutput
    ).run(locations)
  }

  private func locations() throws(ImageError) -> [ImageLocation] {
    var words = operands
    if let listFile {
      let bytes = try listFile == "-" ? StandardInput.readAll(maximumByteCount: 64 << 20) : TextFile.read(listFile)
      words += StandardInput.lines(of: bytes)
    }
    return words.map(ImageLocation.init)
  }

  private func place(for locations: [ImageLocation]) throws(ImageError) -> Destination.Place {
    guard let output else { return .directory(".") }
    if output == "-" {
      guard locations.count == 1 else {
        throw ImageError(.invalidRequest, at: .write, "Standard output takes one picture; name a folder with -o DIR/")
      }
      return .standardOutput
    }
    if output.hasSuffix("/") || locations.count > 1 || TextFile.isDirectory(output) {
      return .directory(output.count > 1 && output.hasSuffix("/") ? String(output.dropLast()) : output)
    }
    return TextFile.isSpecial(output) ? .special(output) : .file(output)
  }
}

extension FetchPlan {
  /// Reads the options; a file's extension says the format where none is given.
  init(_ arguments: ParsedArguments, output: String?) throws(UsageError) {
    self.init(changes: try PictureChanges(arguments))
    quality = try arguments.integer("--quality", in: 1...100)
    depth = try arguments.choice("--depth", of: ["8", "16"]) == "16" ? 16 : 8
    frames = try Self.frames(arguments)
    isAsStored = arguments.has("--as-stored")
    allowsIncomplete = arguments.has("--allow-incomplete")
    content = Self.content(arguments.value("--format") ?? Self.format(ofFile: output), isChanged: isChanged)
  }

  /// Whether anything is asked for that the bytes as they came cannot give.
  private var isChanged: Bool {
    !changes.isEmpty || quality != nil || depth == 16 || isAsStored
  }

  private static func content(_ format: String?, isChanged: Bool) -> Content {
    switch format {
    case nil: isChanged ? .encoded("png") : .original
    case "rgba"?: .raw
    case "jpg"?: .encoded("jpeg")
    case let name?: .encoded(name)
    }
  }

  private static func format(ofFile output: String?) -> String? {
    guard let output, let dot = output.lastIndex(of: "."), !output.hasSuffix("/") else { return nil }
    let suffix = output[output.index(after: dot)...].lowercased()
    return ["png", "jpg", "jpeg", "rgba"].contains(suffix) ? suffix : nil
  }

  private static func frames(_ arguments: ParsedArguments) throws(UsageError) -> Frames {
    guard let text = arguments.value("--frames") else { return .first(1) }
    if text == "all" { return .all }
    guard let count = Int(text), count > 0 else {
      throw UsageError("--frames wants a number above 0 or all, not “\(text)”")
    }
    return .first(count)
  }
}
