import LazuliCore

/// A task, as the scheduler sees it. Called from any thread, outside of all locks.
protocol TaskListener: AnyObject, Sendable {
  func receive(_ event: TaskNews)
}

/// What a task hears of the jobs that it waits for.
enum TaskNews: Sendable {
  case started
  case sizeKnown(ImageInformation)
  case progress(ByteProgress)
  case preview(DecodedImage)
  case ended(Result<JobOutput, ImageError>)
}
