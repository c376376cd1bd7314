/// An option of `EncoderOptions` that some formats have and others have not.
public enum EncoderOption: String, Sendable, Hashable, CaseIterable {
  case quality, effort, chroma, progressive, optimized
}
