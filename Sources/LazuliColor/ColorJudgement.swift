/// What is to be done with an image's colours.
public struct ColorJudgement: Sendable {
  /// `nil` when the colours are those which are wanted.
  public var conversion: ColorConversion?
  /// What is wrong with what the file says of its colours, which are taken as sRGB then; a sentence.
  public var fault: String?

  /// Without a conversion: colours stay as they are.
  public init(conversion: ColorConversion? = nil) {
    self.conversion = conversion
  }
}
