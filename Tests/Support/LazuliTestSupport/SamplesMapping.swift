import LazuliCore

extension Samples {
  /// Each pixel, an array of its samples, made a pixel of another format.
  public func mapPixels(to format: PixelFormat, _ body: ([Int]) -> [Int]) -> Samples {
    var mapped = Samples(width: width, height: height, format: format)
    let size = self.format.samplesPerPixel
    mapped.values = stride(from: 0, to: values.count, by: size).flatMap { body(Array(values[$0..<$0 + size])) }
    return mapped
  }

  /// An image of `width` × `height` pixels, each taken from where `source` says.
  public func moved(width: Int, height: Int, _ source: (_ x: Int, _ y: Int) -> (x: Int, y: Int)) -> Samples {
    var moved = Samples(width: width, height: height, format: format)
    for y in 0..<height {
      for x in 0..<width {
        let from = source(x, y)
        for sample in 0..<format.samplesPerPixel { moved[x, y, sample] = self[from.x, from.y, sample] }
      }
    }
    return moved
  }
}
