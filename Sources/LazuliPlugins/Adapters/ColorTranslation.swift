import LazuliABI
import LazuliCore

extension ColorInformation {
  /// All but the ICC profile, which is fetched.
  init(_ color: lzl_color) {
    self.init()
    if color.flags & LZL_COLOR_SRGB != 0 { sRGBIntent = Int(min(color.rendering_intent, 3)) }
    if color.flags & LZL_COLOR_GAMMA != 0, color.gamma > 0 { gamma = Double(color.gamma) / 100_000 }
    if color.flags & LZL_COLOR_CHROMATICITIES != 0 { chromaticities = Chromaticities(color.chromaticities) }
    if color.flags & LZL_COLOR_CICP != 0 {
      cicp = CICP(
        primaries: color.cicp.0, transfer: color.cicp.1, matrix: color.cicp.2, isFullRange: color.cicp.3 != 0)
    }
  }
}

/// White, red, green, blue: x and y each, times 100 000.
private typealias ChromaticityNumbers = (UInt32, UInt32, UInt32, UInt32, UInt32, UInt32, UInt32, UInt32)

extension ColorInformation.Chromaticities {
  fileprivate init(_ numbers: ChromaticityNumbers) {
    self.init(
      white: Point(numbers.0, numbers.1), red: Point(numbers.2, numbers.3), green: Point(numbers.4, numbers.5),
      blue: Point(numbers.6, numbers.7))
  }

  fileprivate var numbers: ChromaticityNumbers {
    (
      white.x.hundredThousandths, white.y.hundredThousandths, red.x.hundredThousandths, red.y.hundredThousandths,
      green.x.hundredThousandths, green.y.hundredThousandths, blue.x.hundredThousandths, blue.y.hundredThousandths
    )
  }
}

extension ColorInformation.Chromaticities.Point {
  fileprivate init(_ x: UInt32, _ y: UInt32) {
    self.init(x: Double(x) / 100_000, y: Double(y) / 100_000)
  }
}

extension Double {
  /// Times 100 000, rounded; 0 for what is no such number.
  fileprivate var hundredThousandths: UInt32 {
    UInt32(exactly: (self * 100_000).rounded()) ?? 0
  }
}

extension lzl_color {
  init(_ color: ColorInformation) {
    self.init()
    if let intent = color.sRGBIntent {
      flags |= LZL_COLOR_SRGB
      rendering_intent = UInt32(clamping: intent)
    }
    if let profile = color.iccProfile {
      flags |= LZL_COLOR_ICC
      icc_size = UInt64(profile.count)
    }
    if let value = color.gamma {
      flags |= LZL_COLOR_GAMMA
      gamma = value.hundredThousandths
    }
    if let chromaticities = color.chromaticities {
      flags |= LZL_COLOR_CHROMATICITIES
      self.chromaticities = chromaticities.numbers
    }
    if let value = color.cicp {
      flags |= LZL_COLOR_CICP
      cicp = (value.primaries, value.transfer, value.matrix, value.isFullRange ? 1 : 0)
    }
  }
}
