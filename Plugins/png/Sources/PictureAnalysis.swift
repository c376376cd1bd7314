import LazuliABI
import LazuliPluginKit

/// Looks for the least that a picture's pixels can be stored in without a loss.
struct PictureAnalysis {
  private let format: UInt32
  private var isOpaque = true
  private var isGray = true
  /// `nil` when there are too many colours, and for 16 bits.
  private var palette: ColorPalette?
  /// A palette's colours are red, green and blue, which a profile of gray does not describe.
  private let mayHavePalette: Bool

  /// Where there is a profile, `samples` are what it describes: they have to stay that (PNG third edition, 11.3.2.3).
  init(_ format: UInt32, profiled samples: ProfiledSamples?) {
    self.format = format
    isGray = samples != .color
    mayHavePalette = samples != .gray
    palette = format == LZL_FORMAT_RGBA16 || format == LZL_FORMAT_GRAY16 ? nil : ColorPalette()
  }

  mutating func look(at row: UnsafePointer<UInt8>, width: Int) {
    switch format {
    case LZL_FORMAT_RGBA8:
      isOpaque = isOpaque && Self.isOpaque(row, width)
      isGray = isGray && Self.isGray(row, width)
    case LZL_FORMAT_GRAYA8: isOpaque = isOpaque && (0..<width).allSatisfy { row[$0 * 2 + 1] == 0xFF }
    case LZL_FORMAT_RGBA16: lookWide(UnsafeRawPointer(row), width)
    default: break
    }
    if palette != nil { collectColors(row, width) }
  }

  func packing(pixelCount: Int) -> RowPacking {
    let samples = RowPacking(format, isGray: isGray, isOpaque: isOpaque)
    guard let palette else { return samples }
    let isPlainGray = isGray && isOpaque
    if isPlainGray, let bitDepth = Self.grayBitDepth(palette), bitDepth <= palette.bitDepth {
      return RowPacking(format, grayBitDepth: bitDepth)
    }
    // Gray of 8 bits is as small as indices, and filters make something of it.
    guard !isPlainGray || palette.bitDepth < 8 else { return samples }
    let saved = pixelCount * (samples.bitsPerPixel - palette.bitDepth) / 8
    let cost = palette.colors.count * 4 + 24
    return saved > cost && mayHavePalette ? RowPacking(format, palette.sorted) : samples
  }

  private mutating func collectColors(_ row: UnsafePointer<UInt8>, _ width: Int) {
    var last = ColorPalette.color(row, at: 0, format)
    var isKnown = palette?.add(last) ?? false
    for x in 1..<max(width, 1) where isKnown {
      let color = ColorPalette.color(row, at: x, format)
      guard color != last else { continue }
      last = color
      isKnown = palette?.add(color) ?? false
    }
    if !isKnown { palette = nil }
  }

  private mutating func lookWide(_ row: UnsafeRawPointer, _ width: Int) {
    guard isOpaque || isGray else { return }
    for x in 0..<width {
      let pixel = row.loadUnaligned(fromByteOffset: x * 8, as: SIMD4<UInt16>.self)
      if pixel.w != 0xFFFF { isOpaque = false }
      if pixel.x != pixel.y || pixel.y != pixel.z { isGray = false }
    }
  }

  private static func isOpaque(_ row: UnsafePointer<UInt8>, _ width: Int) -> Bool {
    var all: UInt8 = 0xFF
    for x in 0..<width { all &= row[x * 4 + 3] }
    return all == 0xFF
  }

  private static func isGray(_ row: UnsafePointer<UInt8>, _ width: Int) -> Bool {
    var differences: UInt8 = 0
    for x in 0..<width { differences |= (row[x * 4] ^ row[x * 4 + 1]) | (row[x * 4] ^ row[x * 4 + 2]) }
    return differences == 0
  }

  /// Bits that hold all values of an opaque gray palette; `nil` when that takes all eight.
  private static func grayBitDepth(_ palette: ColorPalette) -> Int? {
    [1, 2, 4].first { bitDepth in
      let step: UInt32 = 255 / ((1 << UInt32(bitDepth)) - 1)
      return palette.colors.allSatisfy { ($0 & 0xFF) % step == 0 }
    }
  }
}
