public import Foundation
public import Lazuli

extension URL {
  /// Loads and decodes the image, with the pipeline given or else the task's current one.
  public func image(
    _ options: ImageOptions = .init(), using pipeline: ImagePipeline? = nil
  ) async throws(ImageError) -> DecodedImage {
    try await ResourceURL(self).image(options, using: pipeline)
  }
}
