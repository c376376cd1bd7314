import Glibc
import LazuliCore

/// What a frame of an animation changes of the one before: pure.
struct ChangedPart {
  /// Of the canvas; one pixel where nothing changes, since a frame has to have one.
  let rectangle: PixelRectangle
  /// Over, where all that changes is opaque: what does not is transparent then, and compresses well.
  let blend: FrameInformation.Blend
  let pixels: PixelBuffer

  /// Both of one layout. Throws `outOfMemory`.
  init(from old: PixelBuffer, to new: PixelBuffer, pool: PixelBufferPool) throws(ImageError) {
    let rectangle = Self.changes(from: old, to: new) ?? PixelRectangle(x: 0, y: 0, width: 1, height: 1)
    self.rectangle = rectangle
    let crop = CropProcessor(.rectangle(rectangle))
    let before = try crop.process(old, pool: pool)
    var pixels = try crop.process(new, pool: pool)
    let isOver = Self.isOpaqueWhereChanged(from: before, to: pixels)
    if isOver {
      try pixels.modify(pool: pool) { (surface) throws(ImageError) in Self.clear(surface, whereEqualTo: before) }
    }
    blend = isOver ? .over : .source
    self.pixels = pixels
  }

  /// The least rectangle that holds every pixel which differs.
  private static func changes(from old: PixelBuffer, to new: PixelBuffer) -> PixelRectangle? {
    let width = new.layout.usedBytesPerRow
    var (top, bottom, left, right) = (new.height, 0, width, 0)
    eachRow(old, new) { row, a, b in
      guard memcmp(a, b, width) != 0 else { return }
      (top, bottom) = (min(top, row), row + 1)
      left = (0..<left).first { a[$0] != b[$0] } ?? left
      right = ((right..<width).last { a[$0] != b[$0] } ?? right - 1) + 1
    }
    guard top < bottom else { return nil }
    let size = new.format.bytesPerPixel
    let columns = left / size..<(right + size - 1) / size
    return PixelRectangle(x: columns.lowerBound, y: top, width: columns.count, height: bottom - top)
  }

  private static func isOpaqueWhereChanged(from old: PixelBuffer, to new: PixelBuffer) -> Bool {
    guard let alpha = new.format.straightAlphaBytes else { return false }
    let size = new.format.bytesPerPixel
    var isOpaque = true
    eachRow(old, new) { _, a, b in
      guard isOpaque else { return }
      for start in stride(from: 0, to: new.layout.usedBytesPerRow, by: size)
      where alpha.contains(where: { b[start + $0] != 0xFF }) && memcmp(a + start, b + start, size) != 0 {
        isOpaque = false
        return
      }
    }
    return isOpaque
  }

  private static func clear(_ surface: PixelSurface, whereEqualTo old: PixelBuffer) {
    let (size, oldBytesPerRow) = (surface.format.bytesPerPixel, old.bytesPerRow)
    surface.withUnsafeMutableBytes { new in
      old.withUnsafeBytes { old in
        guard let new = new.baseAddress, let old = old.baseAddress else { return }
        for row in 0..<surface.height {
          let (target, source) = (new + row * surface.bytesPerRow, old + row * oldBytesPerRow)
          for start in stride(from: 0, to: surface.layout.usedBytesPerRow, by: size)
          where memcmp(target + start, source + start, size) == 0 { memset(target + start, 0, size) }
        }
      }
    }
  }

  private static func eachRow(
    _ old: PixelBuffer, _ new: PixelBuffer, _ body: (Int, UnsafePointer<UInt8>, UnsafePointer<UInt8>) -> Void
  ) {
    let oldBytesPerRow = old.bytesPerRow
    old.withUnsafeBytes { old in
      new.withUnsafeBytes { bytes in
        guard let a = old.bindMemory(to: UInt8.self).baseAddress, let b = bytes.bindMemory(to: UInt8.self).baseAddress
        else { return }
        for row in 0..<new.height { body(row, a + row * oldBytesPerRow, b + row * new.bytesPerRow) }
      }
    }
  }
}

extension PixelFormat {
  /// Where alpha stands within a pixel; `nil` without alpha that is straight.
  fileprivate var straightAlphaBytes: Range<Int>? {
    switch self {
    case .rgba8: 3..<4
    case .rgba16: 6..<8
    case .grayAlpha8: 1..<2
    case .rgba8Premultiplied, .gray8, .gray16, .cmyk8: nil
    }
  }
}
