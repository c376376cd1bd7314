import LazuliCore

/// Makes what a task wants of a larger image in memory: nothing is fetched, nothing decoded.
struct ReducingJob: Sendable {
  let image: DecodedImage
  let task: ImageTask
  let engine: Engine

  /// Returns at once; the work is done on decode threads, a processor at a time.
  func start() throws(ImageError) {
    try engine.threads.start()
    goOn(image, task.request.options.reducing(image)[...])
  }

  private func goOn(_ image: DecodedImage, _ steps: ArraySlice<any ImageProcessor>) {
    engine.threads.run(task.priority) {
      guard task.result == nil else { return }
      guard let step = steps.first else { return end(image) }
      do throws(ImageError) {
        var next = image
        next.pixels = try step.process(image.pixels, pool: engine.pool(within: task.request.options.limits))
        goOn(next, steps.dropFirst())
      } catch {
        task.fail(with: error)
      }
    }
  }

  private func end(_ image: DecodedImage) {
    let request = task.request
    engine.memory?.keep(
      ImageResponse(image: image, origin: .source), for: request,
      processorCount: request.options.processors.count, plugin: "")
    task.end(with: ImageResponse(image: image, origin: .memory))
  }
}
