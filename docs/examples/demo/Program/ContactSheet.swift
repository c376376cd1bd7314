import Lazuli

/// Pictures side by side, each in the middle of its cell, on a checkerboard where they are transparent.
struct ContactSheet {
  static let cell = ImageSize(width: 240, height: 180)
  private static let gap = 12

  private let columns: Int
  private let pool = PixelBufferPool()
  private var pictures: [PixelBuffer] = []

  init(columns: Int) {
    self.columns = columns
  }

  /// Adds a picture of straight RGBA8 that fits into a cell.
  mutating func add(_ picture: PixelBuffer) {
    pictures.append(picture)
  }

  func picture() throws(ImageError) -> PixelBuffer {
    let rows = (pictures.count + columns - 1) / columns
    let width = columns * (Self.cell.width + Self.gap) + Self.gap
    let height = max(1, rows) * (Self.cell.height + Self.gap) + Self.gap
    guard let layout = PixelLayout(width: width, height: height, format: .rgba8) else {
      throw ImageError(.invalidRequest, at: .process, "The sheet would be too large")
    }
    let surface = try pool.surface(layout)
    surface.withUnsafeMutableBytes { bytes in
      fillBackground(bytes, layout)
      for (index, picture) in pictures.enumerated() { place(picture, at: index, in: bytes, layout) }
    }
    return surface.freeze()
  }

  private func fillBackground(_ bytes: UnsafeMutableRawBufferPointer, _ layout: PixelLayout) {
    for y in 0..<layout.height {
      for x in 0..<layout.width {
        let shade: UInt8 = isInsideCell(x, y) ? ((x / 10 + y / 10) % 2 == 0 ? 246 : 228) : 40
        let at = y * layout.bytesPerRow + x * 4
        for index in 0..<3 { bytes[at + index] = shade }
        bytes[at + 3] = 255
      }
    }
  }

  private func isInsideCell(_ x: Int, _ y: Int) -> Bool {
    x % (Self.cell.width + Self.gap) >= Self.gap && y % (Self.cell.height + Self.gap) >= Self.gap
  }

  private func place(
    _ picture: PixelBuffer, at index: Int, in bytes: UnsafeMutableRawBufferPointer, _ layout: PixelLayout
  ) {
    let left = Self.gap + index % columns * (Self.cell.width + Self.gap) + (Self.cell.width - picture.width) / 2
    let top = Self.gap + index / columns * (Self.cell.height + Self.gap) + (Self.cell.height - picture.height) / 2
    picture.withUnsafeBytes { source in
      for y in 0..<picture.height {
        for x in 0..<picture.width {
          blend(
            source, y * picture.bytesPerRow + x * 4, onto: bytes, (top + y) * layout.bytesPerRow + (left + x) * 4)
        }
      }
    }
  }

  private func blend(
    _ source: UnsafeRawBufferPointer, _ from: Int, onto target: UnsafeMutableRawBufferPointer, _ to: Int
  ) {
    let alpha = Int(source[from + 3])
    for index in 0..<3 {
      let mixed = Int(source[from + index]) * alpha + Int(target[to + index]) * (255 - alpha)
      target[to + index] = UInt8((mixed + 127) / 255)
    }
  }
}
