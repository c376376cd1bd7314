extension PixelBuffer {
  /// New pixels of the same size, each row made by `kernel` from the same row here.
  func mapRows(
    to format: PixelFormat, pool: PixelBufferPool, _ kernel: RowKernel
  ) throws(ImageError) -> PixelBuffer {
    let surface = try pool.surface(width: width, height: height, format: format, color: color)
    let target = surface.layout
    try CurrentWork.forEachStrip(width: width, height: height) { rows in
      surface.withUnsafeMutableBytes { targetBytes in
        withUnsafeBytes { bytes in
          for row in rows {
            kernel(
              bytes.baseAddress! + row * layout.bytesPerRow, targetBytes.baseAddress! + row * target.bytesPerRow, width)
          }
        }
      }
    }
    return surface.freeze()
  }
}

extension PixelBufferPool {
  /// A surface for a processor that writes every pixel; what it holds before is anybody's guess.
  func surface(
    width: Int, height: Int, format: PixelFormat, color: ColorInformation
  ) throws(ImageError) -> PixelSurface {
    try limits?.check(ImageSize(width: width, height: height), format, Self.object, at: .process)
    guard let layout = PixelLayout(width: width, height: height, format: format) else {
      throw ImageError(
        .invalidRequest, at: .process, "An image of \(width)×\(height) pixels cannot be; ask for another size")
    }
    return try surface(layout, color: color, isCleared: false)
  }
}
