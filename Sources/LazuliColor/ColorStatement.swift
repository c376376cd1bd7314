public import LazuliCore

/// What a file is told of its colours, in the words that its format has, and what has to become of the pixels first.
public struct ColorStatement: Sendable {
  /// For the file.
  public var color: ColorInformation
  /// To sRGB, where the format has no words for what the colours are.
  public var conversion: ColorConversion?
  /// What is lost; a sentence.
  public var warning: String?
}

extension ColorConverter {
  /// How a file of pixels of `model` says that its colours are `color`, where the format has such a vocabulary.
  ///
  /// `source` is the format of the pixels as they are. What the format has no word for becomes an ICC profile of the
  /// same meaning; where there is none, sRGB.
  public func statement(
    _ color: ColorInformation, of source: PixelFormat, written model: ColorModel, in vocabulary: EncoderVocabulary
  ) -> ColorStatement {
    let said = color.restricted(to: vocabulary, model)
    let judgement = judgement(color, Self.model(of: color, source), source, for: .sRGB)
    if let fault = judgement.fault { return ColorStatement(color: ColorInformation(), warning: fault) }
    guard judgement.conversion != nil, said.profile != color.profile else { return ColorStatement(color: said) }
    if vocabulary.contains(.iccProfile), let profile = EquivalentProfile.bytes(of: color, model) {
      var own = said
      own.iccProfile = profile
      return ColorStatement(color: own)
    }
    let plain = ColorInformation.sRGB.restricted(to: vocabulary, model)
    return ColorStatement(
      color: plain, conversion: judgement.conversion,
      warning: "The colours (\(color.profile.name)) are converted to sRGB: the file cannot say what they are")
  }

  /// What the description is of: a profile may be of another kind of samples than the pixels became.
  private static func model(of color: ColorInformation, _ format: PixelFormat) -> ColorModel {
    guard case .icc(let profile) = color.profile, let model = profile.colorModel else { return format.colorModel }
    return model
  }
}
