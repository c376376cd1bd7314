internal import CLCMS2
import LazuliCore

/// An ICC profile that means what a file says in other words, or of other samples: gamma and primaries, CICP, a gray
/// profile for red, green and blue.
enum EquivalentProfile {
  /// `nil` where there is none: for PQ and HLG, a narrow range, tables, and ink.
  static func bytes(of color: ColorInformation, _ model: ColorModel) -> [UInt8]? {
    if color.profile == .displayP3, model == .rgb { return OutputProfile.displayP3Bytes }
    guard let source = try? lightSource(color), source.range == nil, !source.isNarrow else { return nil }
    switch model {
    case .rgb: return try? rgb(source, color.profile.gamma).bytes(named: color.profile.name)
    case .gray: return try? gray(source, color.profile.gamma)?.bytes(named: color.profile.name)
    case .cmyk: return nil
    }
  }

  private static func lightSource(_ color: ColorInformation) throws(ColorFault) -> LightSource? {
    switch color.profile {
    case .untagged, .sRGB: return try LightSource(gamma: nil, Primaries.sRGB)
    case .displayP3: return try LightSource(gamma: nil, Primaries.displayP3)
    case .calibrated(let gamma, let chromaticities): return try LightSource(gamma: gamma, chromaticities)
    case .cicp(let cicp): return try LightSource(cicp)
    case .icc(let icc):
      guard let model = icc.colorModel else { return nil }
      let profile = try InputProfile(icc, of: model)
      guard let curve = profile.grayCurve() else { return try profile.lightSource() }
      // Gray is the same with any primaries.
      return Primaries.sRGB.profileXYZ.map { LightSource(curve, $0) }
    }
  }

  private static func rgb(_ source: LightSource, _ gamma: Double?) throws(ColorFault) -> OutputProfile {
    let profile = try OutputProfile(cmsSigRgbData)
    let columns = [source.xyz.columns.0, source.xyz.columns.1, source.xyz.columns.2]
    for (tag, column) in zip([cmsSigRedColorantTag, cmsSigGreenColorantTag, cmsSigBlueColorantTag], columns) {
      try profile.write(column, as: tag)
    }
    let tags = [cmsSigRedTRCTag, cmsSigGreenTRCTag, cmsSigBlueTRCTag]
    for (tag, curve) in zip(tags, source.curves) where tag == tags[0] || !isNeutral(source) {
      try profile.write(curve, gamma, as: tag)
    }
    if isNeutral(source) { for tag in tags.dropFirst() { try profile.link(tag, to: tags[0]) } }
    return profile
  }

  /// Whether the three curves are one.
  private static func isNeutral(_ source: LightSource) -> Bool {
    stride(from: 0, through: 1, by: 1.0 / 64).allSatisfy { value in
      let light = source.curves.map { $0(value) }
      return light.allSatisfy { abs($0 - light[0]) < 1e-5 }
    }
  }

  /// `nil` where the three curves differ: gray would have a tint.
  private static func gray(_ source: LightSource, _ gamma: Double?) throws(ColorFault) -> OutputProfile? {
    guard isNeutral(source) else { return nil }
    let profile = try OutputProfile(cmsSigGrayData)
    try profile.write(source.curves[0], gamma, as: cmsSigGrayTRCTag)
    return profile
  }
}

extension ColorProfile {
  /// The exponent from encoded values to light, where it is one.
  fileprivate var gamma: Double? {
    if case .calibrated(let gamma?, _) = self { 1 / gamma } else { nil }
  }
}
