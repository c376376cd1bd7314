import LazuliCore

extension DecodePlan {
  /// What pixels the decode will hold at a time, about: those decoded, and those in their target size.
  func pixelByteCount(_ wish: DecodeWish) -> Int {
    let format = configuration.format
    let result = wish.options.targetSize == nil ? nil : wish.resultSize(of: canvas, nil)
    return [canvas, result].compactMap(\.self).reduce(0) { sum, size in
      sum + (PixelLayout(width: size.width, height: size.height, format: format)?.byteCount ?? 0)
    }
  }
}
