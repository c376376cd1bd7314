/// What an image's colours mean: `ColorInformation`, judged.
///
/// Where several are given, CICP wins over ICC, ICC over sRGB, sRGB over gamma and chromaticities (PNG third
/// edition, 4.3). Whether an ICC profile is any good is not known here.
public enum ColorProfile: Sendable, Hashable {
  /// Nothing is said; taken as sRGB.
  case untagged
  case sRGB
  case displayP3
  case icc(ICCProfile)
  /// The encoding exponent (0.45455 for 1/2.2), and white point and primaries; what is not given is sRGB's.
  case calibrated(gamma: Double?, ColorInformation.Chromaticities?)
  case cicp(ColorInformation.CICP)

  public init(_ color: ColorInformation) {
    if let cicp = color.cicp, !cicp.isUnspecified {
      self = Self.judged(cicp)
    } else if let profile = color.iccProfile {
      self = .icc(ICCProfile(profile))
    } else if color.sRGBIntent != nil {
      self = .sRGB
    } else {
      self = Self.judged(color.gamma, color.chromaticities)
    }
  }

  private static func judged(_ cicp: ColorInformation.CICP) -> ColorProfile {
    guard cicp.transfer == 13, cicp.matrix == 0, cicp.isFullRange else { return .cicp(cicp) }
    switch cicp.primaries {
    case 1: return .sRGB
    case 12: return .displayP3
    default: return .cicp(cicp)
    }
  }

  /// A gamma of 1/2.2 is how files say sRGB which have no better word for it (PNG third edition, 11.3.2.5).
  private static func judged(_ gamma: Double?, _ chromaticities: ColorInformation.Chromaticities?) -> ColorProfile {
    guard gamma != nil || chromaticities != nil else { return .untagged }
    let isUsualGamma = gamma.map { abs($0 - 0.45455) < 0.0051 } ?? true
    guard isUsualGamma, chromaticities?.isNearlySRGB ?? true else { return .calibrated(gamma: gamma, chromaticities) }
    return .sRGB
  }

  /// What people call it.
  public var name: String {
    switch self {
    case .untagged: "untagged"
    case .sRGB: "sRGB"
    case .displayP3: "Display P3"
    case .icc(let profile): profile.name ?? "unnamed ICC profile"
    case .calibrated(let gamma?, nil): "gamma \(gamma)"
    case .calibrated(let gamma?, _): "gamma \(gamma) with primaries"
    case .calibrated(nil, _): "primaries"
    case .cicp(let cicp): cicp.name
    }
  }
}

extension ColorInformation {
  /// What a picture in sRGB says.
  public static var sRGB: ColorInformation {
    var color = ColorInformation()
    color.sRGBIntent = 0
    return color
  }

  /// This, judged.
  public var profile: ColorProfile { ColorProfile(self) }

  /// The same, without what cannot be true of pixels of that format: a profile of ink beside red, green and blue.
  public func fitting(_ format: PixelFormat) -> ColorInformation {
    var color = self
    if format != .cmyk8 { color.hasInvertedCMYK = false }
    if let model = iccProfile.flatMap({ ICCProfile($0).colorModel }), model != format.colorModel {
      color.iccProfile = nil
    }
    return color
  }
}

extension ColorInformation.CICP {
  /// 2 is "unspecified" in H.273.
  fileprivate var isUnspecified: Bool { primaries == 2 && transfer == 2 }

  /// The usual names; numbers for what has none.
  fileprivate var name: String {
    switch (primaries, transfer) {
    case (9, 16): "BT.2100 PQ"
    case (9, 18): "BT.2100 HLG"
    case (9, 14), (9, 15): "BT.2020"
    case (1, 1): "BT.709"
    default: "CICP \(primaries)-\(transfer)-\(matrix)"
    }
  }
}

extension ColorInformation.Chromaticities {
  fileprivate var isNearlySRGB: Bool {
    let pairs = [(white, 0.3127, 0.329), (red, 0.64, 0.33), (green, 0.3, 0.6), (blue, 0.15, 0.06)]
    return pairs.allSatisfy { abs($0.x - $1) < 0.0011 && abs($0.y - $2) < 0.0011 }
  }
}

extension PixelBuffer {
  /// What the colours mean.
  public var colorProfile: ColorProfile { color.profile }
}

extension DecodedImage {
  /// What the colours of the pixels mean now; what the file says is in `header.color.profile`.
  public var colorProfile: ColorProfile { pixels.colorProfile }
}
