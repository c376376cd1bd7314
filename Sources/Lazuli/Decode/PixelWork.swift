import LazuliCore

/// Work on an image's pixels that goes on in parts of a few milliseconds, so that a load can be cancelled between
/// them. Used by one decode thread at a time.
protocol PixelWork: AnyObject {
  /// Does the next part; the pixels with the last one.
  func advance() throws(ImageError) -> PixelBuffer?
}

/// A processor that can work in parts.
protocol SteppedProcessor: ImageProcessor {
  /// Begins; changes `pixels` in place where nobody else holds them.
  func work(on pixels: consuming PixelBuffer, pool: PixelBufferPool) throws(ImageError) -> any PixelWork
}

extension SteppedProcessor {
  func process(_ pixels: PixelBuffer, pool: PixelBufferPool) throws(ImageError) -> PixelBuffer {
    let work = try work(on: pixels, pool: pool)
    while true {
      if let pixels = try work.advance() { return pixels }
    }
  }
}
