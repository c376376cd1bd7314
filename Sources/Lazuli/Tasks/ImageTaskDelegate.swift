public import LazuliCore

/// Hears of a task as it goes; all but the end may be left out. The task holds it weakly.
public protocol ImageTaskDelegate: AnyObject, Sendable {
  /// It does not wait any more.
  func imageTaskDidStart(_ task: ImageTask)
  /// The header is known.
  func imageTask(_ task: ImageTask, didLearnSizeOf image: ImageInformation)
  func imageTask(_ task: ImageTask, didProgressTo progress: ByteProgress)
  func imageTask(_ task: ImageTask, didShow preview: DecodedImage)
  /// The end, once, also when it was cancelled.
  func imageTask(_ task: ImageTask, didEndWith result: Result<ImageResponse, ImageError>)
}

extension ImageTaskDelegate {
  public func imageTaskDidStart(_ task: ImageTask) {}
  public func imageTask(_ task: ImageTask, didLearnSizeOf image: ImageInformation) {}
  public func imageTask(_ task: ImageTask, didProgressTo progress: ByteProgress) {}
  public func imageTask(_ task: ImageTask, didShow preview: DecodedImage) {}
}

extension ImageTaskDelegate {
  func receive(_ event: ImageTaskEvent, of task: ImageTask) {
    switch event {
    case .started: imageTaskDidStart(task)
    case .sizeKnown(let information): imageTask(task, didLearnSizeOf: information)
    case .progress(let progress): imageTask(task, didProgressTo: progress)
    case .preview(let image): imageTask(task, didShow: image)
    case .finished(let response): imageTask(task, didEndWith: .success(response))
    case .failed(let error): imageTask(task, didEndWith: .failure(error))
    }
  }
}
