import LazuliCore

/// Makes something of bytes that are at hand, for one caller.
final class Decode<Output: Sendable>: Sendable {
  private let bytes: ByteChunk
  private let engine: Engine
  private let completion: Completion<Output>
  private let job: BodyJob<Output>

  init(
    _ bytes: ByteChunk, _ scheduler: Scheduler, _ interrupter: Interrupter,
    _ makeReceiver: @escaping @Sendable () -> any LoadReceiver<Output>
  ) {
    self.bytes = bytes
    engine = scheduler.engine
    let completion = Completion<Output>()
    self.completion = completion
    job = BodyJob(
      scheduler.makeJobID(), scheduler, priority: .normal, url: nil, interrupter: interrupter,
      receiver: makeReceiver()
    ) { report in
      if case .end(let answer, _, _, _) = report { completion.finish(answer) }
    }
  }

  /// Suspends until there is an answer. Cancelling the Swift task ends it.
  func run() async throws(ImageError) -> Output {
    try engine.threads.start()
    await withTaskCancellationHandler {
      await completion.wait { job.receive(.whole(bytes)) }
    } onCancel: {
      if completion.finish(.failure(.cancelledLoad)) { job.stop() }
    }
    return try answer()
  }

  @inline(never)
  private func answer() throws(ImageError) -> Output { try completion.takeAnswer().get() }
}
