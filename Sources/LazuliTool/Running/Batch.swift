import Lazuli

/// Many pictures, some at once; one that fails does not stop the rest.
struct Batch: Sendable {
  static let options: [OptionDefinition] = [
    .value("--jobs", "N", "pictures under way at once; 8"),
    .flag("--quiet", short: "-q", "say nothing but errors"),
  ]

  let isQuiet: Bool
  private let jobs: Int

  init(_ arguments: ParsedArguments) throws(UsageError) {
    isQuiet = arguments.has("--quiet")
    jobs = try arguments.integer("--jobs", in: 1...1024) ?? 8
  }

  /// Does `work` for each, and hands what became of it to `report`, one after the other in the order in which
  /// they are done. Failures are told before that.
  func run<Output: Sendable>(
    _ locations: [ImageLocation], _ context: CommandContext,
    _ work: @escaping @Sendable (Int, ImageLocation) async throws(ImageError) -> Output,
    report: (Int, Result<Output, ImageError>) -> Void
  ) async -> ExitCode {
    var progress = ProgressLine(
      total: locations.count, terminal: context.error, isShown: !isQuiet && !context.printsJSON)
    var codes: [ExitCode] = []
    await withTaskGroup(of: (Int, Result<Output, ImageError>).self) { group in
      var waiting = locations.indices.makeIterator()
      func start() {
        guard !Task.isCancelled, let index = waiting.next() else { return }
        group.addTask { (index, await Self.attempt(index, locations[index], work)) }
      }
      for _ in 0..<jobs { start() }
      for await (index, result) in group {
        progress.clear()
        codes.append(Self.tell(result, of: locations[index], context))
        report(index, result)
        progress.advance(to: locations[index].name)
        start()
      }
    }
    progress.clear()
    return Task.isCancelled ? .interrupted : .combining(codes)
  }

  private static func attempt<Output>(
    _ index: Int, _ location: ImageLocation,
    _ work: @Sendable (Int, ImageLocation) async throws(ImageError) -> Output
  ) async -> Result<Output, ImageError> {
    do throws(ImageError) {
      return .success(try await work(index, location))
    } catch {
      return .failure(error)
    }
  }

  private static func tell<Output>(
    _ result: Result<Output, ImageError>, of location: ImageLocation, _ context: CommandContext
  ) -> ExitCode {
    guard case .failure(let error) = result else { return .success }
    context.report(error, of: location.name)
    return ExitCode(error)
  }
}
