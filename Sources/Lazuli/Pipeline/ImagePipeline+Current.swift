public import LazuliCore

extension ImagePipeline {
  /// The pipeline that `"https://…".image()` uses within a Swift task: a value of the task and its children, set with
  /// `ImagePipeline.$current.withValue(pipeline) { … }`. There is none unless somebody sets one: nothing is shared
  /// behind anybody's back.
  @TaskLocal public static var current: ImagePipeline?

  static func given(_ pipeline: ImagePipeline?) throws(ImageError) -> ImagePipeline {
    guard let pipeline = pipeline ?? current else {
      throw ImageError(
        .invalidRequest, at: .request,
        "There is no pipeline; say which with image(using:), or set ImagePipeline.$current for the task")
    }
    return pipeline
  }
}

extension ResourceURL {
  /// Loads and decodes the image, with the pipeline given or else the task's current one.
  public func image(
    _ options: ImageOptions = .init(), using pipeline: ImagePipeline? = nil
  ) async throws(ImageError) -> DecodedImage {
    try await ImagePipeline.given(pipeline).image(for: self, options)
  }
}

extension String {
  /// Loads and decodes the image under this URL, with the pipeline given or else the task's current one.
  public func image(
    _ options: ImageOptions = .init(), using pipeline: ImagePipeline? = nil
  ) async throws(ImageError) -> DecodedImage {
    try await ImagePipeline.given(pipeline).image(for: self, options)
  }
}
