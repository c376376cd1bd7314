import Lazuli

/// Many pictures, some at once; one that fails does not stop the rest.
struct Batch: Sendable {
  static let options: [OptionDefinition] = [
    .value("--jobs", "N", "pictures under way at once; 8"),
    .value("--jobs-per-host", "N", "of these from one host; as many as there are"),
    .flag("--quiet", short: "-q", "say nothing but errors"),
  ]

  let isQuiet: Bool
  private let jobs: Int
  private let jobsPerHost: Int

  init(_ arguments: ParsedArguments) throws(UsageError) {
    isQuiet = arguments.has("--quiet")
    jobs = try arguments.integer("--jobs", in: 1...1024) ?? 8
    jobsPerHost = try arguments.integer("--jobs-per-host", in: 1...1024) ?? jobs
  }

  /// Does `work` for each picture, once however often it is in the list, in the order of the list, and hands what
  /// became of it to `report` with its places there, one after the other as they are done. Failures are told before
  /// that.
  func run<Output: Sendable>(
    _ locations: [ImageLocation], _ context: CommandContext,
    _ work: @escaping @Sendable (PictureQueue.Entry) async throws(ImageError) -> Output,
    report: (_ places: [Int], Result<Output, ImageError>) -> Void
  ) async -> ExitCode {
    var progress = ProgressLine(
      total: locations.count, terminal: context.error, isShown: !isQuiet && !context.printsJSON)
    var codes: [ExitCode] = []
    await withTaskGroup(of: (Int, Result<Output, ImageError>).self) { group in
      var queue = PictureQueue(locations, maximumPerHost: jobsPerHost)
      var runningCount = 0
      func start() {
        while runningCount < jobs, !Task.isCancelled, let number = queue.next() {
          let entry = queue.entries[number]
          runningCount += 1
          // At once, as far as it goes without waiting: they ask in their order.
          group.addImmediateTask { (number, await Self.attempt(entry, work)) }
        }
      }
      start()
      for await (number, result) in group {
        progress.clear()
        runningCount -= 1
        queue.end(number)
        let names = queue.entries[number].places.map { locations[$0].name }
        codes += names.map { Self.tell(result, of: $0, context) }
        report(queue.entries[number].places, result)
        for name in names { progress.advance(to: name) }
        start()
      }
    }
    progress.clear()
    return Task.isCancelled ? .interrupted : .combining(codes)
  }

  private static func attempt<Output>(
    _ entry: PictureQueue.Entry, _ work: @Sendable (PictureQueue.Entry) async throws(ImageError) -> Output
  ) async -> Result<Output, ImageError> {
    do throws(ImageError) {
      return .success(try await work(entry))
    } catch {
      return .failure(error)
    }
  }

  private static func tell<Output>(
    _ result: Result<Output, ImageError>, of name: String, _ context: CommandContext
  ) -> ExitCode {
    guard case .failure(let error) = result else { return .success }
    context.report(error, of: name)
    return ExitCode(error)
  }
}
