import LazuliABI
import LazuliCore

extension PixelFormat {
  /// `nil` for a number that the contract does not have.
  init?(number: UInt32) {
    switch number {
    case LZL_FORMAT_RGBA8: self = .rgba8
    case LZL_FORMAT_RGBA8_PREMULTIPLIED: self = .rgba8Premultiplied
    case LZL_FORMAT_RGBA16: self = .rgba16
    case LZL_FORMAT_GRAY8: self = .gray8
    case LZL_FORMAT_GRAYA8: self = .grayAlpha8
    case LZL_FORMAT_GRAY16: self = .gray16
    case LZL_FORMAT_CMYK8: self = .cmyk8
    default: return nil
    }
  }

  /// `LZL_FORMAT_…`
  var number: UInt32 {
    switch self {
    case .rgba8: LZL_FORMAT_RGBA8
    case .rgba8Premultiplied: LZL_FORMAT_RGBA8_PREMULTIPLIED
    case .rgba16: LZL_FORMAT_RGBA16
    case .gray8: LZL_FORMAT_GRAY8
    case .grayAlpha8: LZL_FORMAT_GRAYA8
    case .gray16: LZL_FORMAT_GRAY16
    case .cmyk8: LZL_FORMAT_CMYK8
    }
  }
}

extension Set<PixelFormat> {
  /// The formats of a set of `LZL_FORMAT_BIT_…`; bits that this engine does not know are left out.
  init(bits: UInt32) {
    self.init(PixelFormat.allCases.filter { bits & (1 << $0.number) != 0 })
  }
}
