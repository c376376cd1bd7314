import LazuliCore

/// Waits for what a job makes, for a caller who wants to hear of nothing else.
final class JobAwaiter<Output: Sendable>: TaskListener {
  private let completion = Completion<Output>()
  private let scheduler: Scheduler
  private let key: JobKey
  private let id: TaskID
  private let take: @Sendable (JobOutput) -> Output?

  init(_ key: JobKey, _ scheduler: Scheduler, _ take: @escaping @Sendable (JobOutput) -> Output?) {
    self.key = key
    self.scheduler = scheduler
    self.take = take
    id = scheduler.makeTaskID()
  }

  /// Starts, and suspends until there is an answer. Cancelling the Swift task ends it.
  func run() async throws(ImageError) -> Output {
    await withTaskCancellationHandler {
      await completion.wait { start() }
    } onCancel: {
      if completion.finish(.failure(.cancelledLoad)) { scheduler.leave(id) }
    }
    return try answer()
  }

  func receive(_ news: TaskNews) {
    guard case .ended(let result) = news else { return }
    completion.finish(
      result.flatMap { output in
        take(output).map { .success($0) }
          ?? .failure(ImageError(.internalError, at: .request, "The job made something else"))
      })
  }

  private func start() {
    do throws(ImageError) {
      try scheduler.add(id, self, for: key)
    } catch {
      completion.finish(.failure(error))
    }
    // Cancelled while it was being added: what left before it came is still there.
    if completion.isFinished { scheduler.leave(id) }
  }

  @inline(never)
  private func answer() throws(ImageError) -> Output {
    switch completion.takeAnswer() {
    case .success(let output): return output
    case .failure(let error): throw error.naming(key.request.value.url)
    }
  }
}
