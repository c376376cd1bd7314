import LazuliCore

extension DecodePlan {
  /// What pixels the decode will hold at a time, about: those decoded, unless rows are resized as they come, and
  /// those in their target size; with previews one of these too.
  func pixelByteCount(_ wish: DecodeWish, withPreviews: Bool = false) -> Int {
    let format = working ?? configuration.format
    let result = wish.options.targetSize == nil ? nil : wish.resultSize(of: canvas, nil)
    var sizes = streamed.isEmpty ? [canvas, result].compactMap(\.self) : streamed.map(\.target)
    if working != nil, streamed.isEmpty { sizes.append(canvas) }
    if withPreviews { sizes.append(result ?? canvas) }
    return sizes.reduce(0) { sum, size in
      sum + (PixelLayout(width: size.width, height: size.height, format: format)?.byteCount ?? 0)
    }
  }
}
