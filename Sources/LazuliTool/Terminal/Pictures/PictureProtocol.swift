/// A way in which a terminal takes pictures.
enum PictureProtocol: String, Sendable, CaseIterable {
  case kitty
  case sixel
  /// Text in 24-bit colour.
  case blocks
}
