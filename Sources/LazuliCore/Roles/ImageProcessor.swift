/// Pixels to pixels. A user's own processor is a type with these two members.
public protocol ImageProcessor: Sendable {
  /// Names the processor with all its parameters: equal identities make equal pixels.
  var identity: String { get }
  /// Makes new pixels; runs on a decode thread. Memory comes from `pool`. What takes long had better end when the load
  /// is cancelled: `try CurrentWork.checkCancellation()` now and then.
  func process(_ pixels: PixelBuffer, pool: PixelBufferPool) throws(ImageError) -> PixelBuffer
}
