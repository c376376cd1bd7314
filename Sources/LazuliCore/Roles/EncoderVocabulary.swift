/// What a format can say beside its pixels.
public struct EncoderVocabulary: OptionSet, Sendable, Hashable {
  public let rawValue: Int

  public init(rawValue: Int) { self.rawValue = rawValue }

  /// An ICC profile.
  public static let iccProfile = EncoderVocabulary(rawValue: 1)
  /// CICP (ITU-T H.273).
  public static let codePoints = EncoderVocabulary(rawValue: 2)
  /// A declaration of sRGB, gamma, white point and primaries.
  public static let calibration = EncoderVocabulary(rawValue: 4)
  public static let exif = EncoderVocabulary(rawValue: 8)
  public static let xmp = EncoderVocabulary(rawValue: 16)
  public static let texts = EncoderVocabulary(rawValue: 32)

  public static let everything: EncoderVocabulary = [.iccProfile, .codePoints, .calibration, .exif, .xmp, .texts]

  /// What people call the metadata in it.
  public var metadataNames: [String] {
    [(EncoderVocabulary.exif, "EXIF"), (.xmp, "XMP"), (.texts, "Text")].filter { contains($0.0) }.map(\.1)
  }
}

extension ColorInformation {
  /// What of it can be said in such a vocabulary, of pixels of that model.
  public func restricted(to vocabulary: EncoderVocabulary, _ model: ColorModel) -> ColorInformation {
    var color = self
    if model != .cmyk { color.hasInvertedCMYK = false }
    if !vocabulary.contains(.codePoints) { color.cicp = nil }
    if !vocabulary.contains(.calibration) { (color.sRGBIntent, color.gamma, color.chromaticities) = (nil, nil, nil) }
    let profileModel = iccProfile.flatMap { ICCProfile($0).colorModel }
    if !vocabulary.contains(.iccProfile) || profileModel != model { color.iccProfile = nil }
    return color
  }
}
