import LazuliColor
import LazuliCore

/// Colours by a conversion, strip by strip.
struct ColorProcessor: SteppedProcessor {
  let conversion: ColorConversion
  let space: OutputColorSpace

  var identity: String { "color(\(space.rawValue))" }

  func work(on pixels: consuming PixelBuffer, pool: PixelBufferPool) throws(ImageError) -> any PixelWork {
    let source = conversion.source
    guard pixels.format != source else { return try ColorWork(pixels, conversion, pool: pool) }
    return try ColorWork(
      ConvertProcessor(to: source, allowsLoss: true).process(pixels, pool: pool), conversion, pool: pool)
  }
}

/// The conversion of one image.
private final class ColorWork: PixelWork {
  /// At 4 ns each for most profiles, and 300 for those of ink, five milliseconds at the most.
  private static let pixelsPerStrip = 1 << 14

  private let conversion: ColorConversion
  private let pool: PixelBufferPool
  private var pixels: PixelBuffer
  /// Where rows go; `nil`: where they came from.
  private let target: PixelSurface?
  private var row = 0

  init(_ pixels: consuming PixelBuffer, _ conversion: ColorConversion, pool: PixelBufferPool) throws(ImageError) {
    self.conversion = conversion
    self.pool = pool
    let layout = pixels.layout
    self.pixels = pixels
    target = try conversion.source == conversion.target ? nil : Self.surface(for: layout, conversion, pool)
  }

  private static func surface(
    for layout: PixelLayout, _ conversion: ColorConversion, _ pool: PixelBufferPool
  ) throws(ImageError) -> PixelSurface {
    guard let layout = PixelLayout(width: layout.width, height: layout.height, format: conversion.target) else {
      throw ImageError(
        .outOfMemory, at: .process, "The image is too large for its colours to be converted; ask for a smaller size")
    }
    return try pool.surface(layout, color: conversion.color, isCleared: false)
  }

  func advance() throws(ImageError) -> PixelBuffer? {
    let rows = row..<min(row + max(Self.pixelsPerStrip / pixels.width, 1), pixels.height)
    row = rows.upperBound
    if let target {
      convert(rows, into: target)
    } else {
      try convertInPlace(rows)
    }
    guard row == pixels.height else { return nil }
    pixels.color = conversion.color
    return target?.freeze() ?? pixels
  }

  private func convertInPlace(_ rows: Range<Int>) throws(ImageError) {
    try pixels.modify(pool: pool) { [conversion] surface in
      surface.withUnsafeMutableBytes { bytes in
        for row in rows {
          let start = bytes.baseAddress! + row * surface.bytesPerRow
          conversion.convert(start, into: start, count: surface.width)
        }
      }
    }
  }

  private func convert(_ rows: Range<Int>, into target: PixelSurface) {
    pixels.withUnsafeBytes { bytes in
      target.withUnsafeMutableBytes { targetBytes in
        for row in rows {
          conversion.convert(
            bytes.baseAddress! + row * pixels.bytesPerRow, into: targetBytes.baseAddress! + row * target.bytesPerRow,
            count: pixels.width)
        }
      }
    }
  }
}
