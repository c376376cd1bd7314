import Glibc

/// From encoded values, 0 to 1, to light, of which 1 is white.
///
/// The functions of ITU-T H.273, table 3, turned round; PQ and HLG are in `HighDynamicRange`.
enum TransferFunction {
  static func sRGB(_ value: Double) -> Double {
    value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
  }

  static func power(_ exponent: Double) -> (Double) -> Double {
    { pow($0, exponent) }
  }

  /// By number; sRGB's for "unspecified", `nil` for what is no number of this kind.
  static func named(_ number: UInt8) -> ((Double) -> Double)? {
    switch number {
    case 1, 6, 11, 12, 14, 15: bt709
    case 2, 13: sRGB
    case 4: power(2.2)
    case 5: power(2.8)
    case 7: smpte240
    case 8: { $0 }
    case 9: { $0 <= 0 ? 0 : pow(10, 2 * ($0 - 1)) }
    case 10: { $0 <= 0 ? 0 : pow(10, 2.5 * ($0 - 1)) }
    case 17: { 52.37 / 48 * pow($0, 2.6) }
    default: nil
    }
  }

  private static func bt709(_ value: Double) -> Double {
    let (alpha, beta) = (1.09929682680944, 0.018053968510807)
    return value < 4.5 * beta ? value / 4.5 : pow((value + alpha - 1) / alpha, 1 / 0.45)
  }

  private static func smpte240(_ value: Double) -> Double {
    let (alpha, beta) = (1.111572195921731, 0.022821585529445)
    return value < 4 * beta ? value / 4 : pow((value + alpha - 1) / alpha, 1 / 0.45)
  }
}
