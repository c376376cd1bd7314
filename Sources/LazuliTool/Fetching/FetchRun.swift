import Lazuli

/// Many pictures, some at once; one that fails does not stop the rest.
struct FetchRun: Sendable {
  let fetcher: Fetcher
  let jobs: Int
  let context: CommandContext
  let isQuiet: Bool

  func run(_ locations: [ImageLocation]) async -> ExitCode {
    var progress = ProgressLine(
      total: locations.count, terminal: context.error, isShown: !isQuiet && !context.printsJSON)
    var codes: [ExitCode] = []
    await withTaskGroup(of: (ImageLocation, Result<FetchResult, ImageError>).self) { group in
      var waiting = locations.makeIterator()
      for _ in 0..<jobs {
        guard let next = waiting.next() else { break }
        group.addTask { await attempt(next) }
      }
      for await (location, result) in group {
        progress.clear()
        codes.append(report(result, of: location))
        progress.advance(to: location.name)
        if !Task.isCancelled, let next = waiting.next() {
          group.addTask { await attempt(next) }
        }
      }
    }
    progress.clear()
    return Task.isCancelled ? .interrupted : .combining(codes)
  }

  private func attempt(_ location: ImageLocation) async -> (ImageLocation, Result<FetchResult, ImageError>) {
    do throws(ImageError) {
      return (location, .success(try await fetcher.fetch(location)))
    } catch {
      return (location, .failure(error))
    }
  }

  private func report(_ result: Result<FetchResult, ImageError>, of location: ImageLocation) -> ExitCode {
    switch result {
    case .success(let fetched):
      if context.printsJSON, fetched.output != "-" {
        context.output.write(fetched.json.text + "\n")
      } else if !isQuiet {
        context.output.write(Self.line(fetched))
      }
      return .success
    case .failure(let error):
      context.report(error, of: location.name)
      return ExitCode(error)
    }
  }

  private static func line(_ result: FetchResult) -> String {
    "\(TerminalText.sanitized(result.output))  \(result.width)×\(result.height) pixels, "
      + "\(result.byteCount) bytes\n"
  }
}
