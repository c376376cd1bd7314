import LazuliABI
import LazuliPluginKit

/// How the pixels of a surface stand in the file, row by row.
struct RowPacking {
  /// Of the surface.
  let format: UInt32
  /// As in IHDR (PNG third edition, 11.2.1).
  let colorType: UInt8
  let bitDepth: Int
  /// With colour type 3.
  let palette: ColorPalette?
  /// Where in a pixel the samples are which are kept.
  private let kept: [Int]

  private init(_ format: UInt32, colorType: UInt8, bitDepth: Int, kept: [Int], palette: ColorPalette? = nil) {
    (self.format, self.colorType, self.bitDepth) = (format, colorType, bitDepth)
    (self.kept, self.palette) = (kept, palette)
  }

  /// All samples.
  init(plain format: UInt32) {
    let bitDepth = format == LZL_FORMAT_RGBA16 || format == LZL_FORMAT_GRAY16 ? 16 : 8
    switch format {
    case LZL_FORMAT_GRAY8, LZL_FORMAT_GRAY16: self.init(format, colorType: 0, bitDepth: bitDepth, kept: [0])
    case LZL_FORMAT_GRAYA8: self.init(format, colorType: 4, bitDepth: bitDepth, kept: [0, 1])
    default: self.init(format, colorType: 6, bitDepth: bitDepth, kept: [0, 1, 2, 3])
    }
  }

  /// Without alpha that is opaque, and with one sample for three that are equal.
  init(_ format: UInt32, isGray: Bool, isOpaque: Bool) {
    let plain = RowPacking(plain: format)
    let color = isGray ? [0] : Array(plain.kept.prefix(3))
    let alpha = isOpaque || plain.kept.count % 2 == 1 ? [] : plain.kept.suffix(1)
    let colorType: UInt8 = (isGray ? 0 : 2) + (alpha.isEmpty ? 0 : 4)
    self.init(format, colorType: colorType, bitDepth: plain.bitDepth, kept: color + alpha)
  }

  /// Opaque gray whose values are all multiples of 255 / (2^bitDepth - 1).
  init(_ format: UInt32, grayBitDepth: Int) {
    self.init(format, colorType: 0, bitDepth: grayBitDepth, kept: [0])
  }

  init(_ format: UInt32, _ palette: ColorPalette) {
    self.init(format, colorType: 3, bitDepth: palette.bitDepth, kept: [], palette: palette)
  }

  var bitsPerPixel: Int { bitDepth * (palette == nil ? kept.count : 1) }

  /// Indices and bits are no slopes that a filter could follow.
  var isFiltered: Bool { palette == nil && bitDepth >= 8 }

  func byteCount(width: Int) -> Int { (width * bitsPerPixel + 7) / 8 }

  /// `target` has `byteCount(width:)` bytes.
  func pack(_ row: UnsafePointer<UInt8>, width: Int, to target: UnsafeMutablePointer<UInt8>) {
    if let palette {
      packBits(width, target) { palette.index(of: row, at: $0, format) }
    } else if bitDepth < 8 {
      let (size, shift) = (Int(bytesPerPixel(of: format)), 8 - bitDepth)
      packBits(width, target) { row[$0 * size] >> shift }
    } else if bitDepth == 16 {
      packWide(row, width, target)
    } else {
      packBytes(row, width, target)
    }
  }

  private func packBytes(_ row: UnsafePointer<UInt8>, _ width: Int, _ target: UnsafeMutablePointer<UInt8>) {
    let size = Int(bytesPerPixel(of: format))
    switch kept.count {
    case size: target.update(from: row, count: width * size)
    case 3:
      for x in 0..<width {
        target[x * 3] = row[x * 4]
        target[x * 3 + 1] = row[x * 4 + 1]
        target[x * 3 + 2] = row[x * 4 + 2]
      }
    case 2:
      for x in 0..<width {
        target[x * 2] = row[x * 4]
        target[x * 2 + 1] = row[x * 4 + 3]
      }
    default:
      for x in 0..<width { target[x] = row[x * size] }
    }
  }

  /// The high byte comes first.
  private func packWide(_ row: UnsafePointer<UInt8>, _ width: Int, _ target: UnsafeMutablePointer<UInt8>) {
    let (source, size) = (UnsafeRawPointer(row), Int(bytesPerPixel(of: format)))
    var place = 0
    for x in 0..<width {
      for sample in kept {
        let value = source.loadUnaligned(fromByteOffset: x * size + sample * 2, as: UInt16.self)
        target[place] = UInt8(truncatingIfNeeded: value >> 8)
        target[place + 1] = UInt8(truncatingIfNeeded: value)
        place += 2
      }
    }
  }

  /// The first pixel is in the highest bits.
  @inline(__always)
  private func packBits(_ width: Int, _ target: UnsafeMutablePointer<UInt8>, _ value: (Int) -> UInt8) {
    let perByte = 8 / bitDepth
    for start in stride(from: 0, to: width, by: perByte) {
      var byte: UInt8 = 0
      for x in start..<start + perByte {
        byte = byte << UInt8(bitDepth & 7) | (x < width ? value(x) : 0)
      }
      target[start / perByte] = byte
    }
  }
}
