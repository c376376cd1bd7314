import Glibc

/// PQ and HLG (ITU-R BT.2100) on a display of standard range.
///
/// Light is relative to the reference white of 203 cd/m² (BT.2408), the peak that the result has. A source is
/// taken for mastered at 1000 cd/m². See docs/colour.md.
enum HighDynamicRange: Sendable, Hashable {
  case pq, hlg

  static let referenceWhite = 203.0
  static let sourcePeak = 1000.0

  init?(transfer: UInt8) {
    switch transfer {
    case 16: self = .pq
    case 18: self = .hlg
    default: return nil
    }
  }

  /// From an encoded value to light: for PQ the display's, for HLG the scene's, which `systemGain` follows.
  func light(_ value: Double) -> Double {
    switch self {
    case .pq: Self.pqLuminance(value) / Self.referenceWhite
    case .hlg: Self.hlgScene(value) * Self.sourcePeak / Self.referenceWhite
    }
  }

  /// BT.2100, table 4: the display's luminance in cd/m².
  static func pqLuminance(_ value: Double) -> Double {
    let root = pow(max(value, 0), 1 / 78.84375)
    return 10_000 * pow(max(root - 0.8359375, 0) / (18.8515625 - 18.6875 * root), 1 / 0.1593017578125)
  }

  private static func pqValue(_ luminance: Double) -> Double {
    let power = pow(max(luminance, 0) / 10_000, 0.1593017578125)
    return pow((0.8359375 + 18.8515625 * power) / (1 + 18.6875 * power), 78.84375)
  }

  /// BT.2100, table 5: the scene's light, 0 to 1.
  private static func hlgScene(_ value: Double) -> Double {
    value <= 0.5 ? value * value / 3 : (exp((value - 0.55991073) / 0.17883277) + 0.28466892) / 12
  }

  /// The exponent of HLG's system gamma less one, for a display of 1000 cd/m² (BT.2100, table 5).
  static let systemExponent: Float = 0.2

  /// What the tone curve makes of light, itself 0 to 1.
  ///
  /// The electrical-electrical transfer function of BT.2390, 5.4.1, without a black lift: on the scale of PQ all
  /// stays as it is up to a knee, above it a Hermite spline leads to the target's peak.
  static func toned(_ light: Double) -> Double {
    let peak = pqValue(sourcePeak)
    let source = min(pqValue(light * referenceWhite) / peak, 1)
    let top = pqValue(referenceWhite) / peak
    let knee = 1.5 * top - 0.5
    guard source > knee else { return light }
    let t = (source - knee) / (1 - knee)
    let (t2, t3) = (t * t, t * t * t)
    let value = (2 * t3 - 3 * t2 + 1) * knee + (t3 - 2 * t2 + t) * (1 - knee) + (3 * t2 - 2 * t3) * top
    return min(pqLuminance(value * peak) / referenceWhite, 1)
  }
}
