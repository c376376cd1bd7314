/// The colours that pixels are delivered in.
public enum OutputColorSpace: String, Sendable, Hashable, CaseIterable {
  /// sRGB (IEC 61966-2-1), which nearly every program takes pixels for. What lies outside of its gamut is clipped.
  case sRGB = "srgb"
  /// Display P3: the primaries of SMPTE RP 431-2, the white and the curve of sRGB.
  case displayP3 = "p3"
  /// As the file stores them; nothing is converted.
  case asStored = "as-stored"
}
