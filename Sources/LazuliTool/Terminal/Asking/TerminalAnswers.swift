import Lazuli

/// What a terminal says of itself.
struct TerminalAnswers: Sendable, Equatable {
  var hasKittyGraphics = false
  var hasSixel = false
  /// The pixels of a character cell.
  var cell: ImageSize?
  /// The pixels of all cells together.
  var textArea: ImageSize?
  /// The colours that a sixel picture can have.
  var colorRegisterCount: Int?
  var maximumSixelSize: ImageSize?
  var background: RGBColor?
  /// Whether the last question is answered: what has no answer by then gets none.
  var isComplete = false
}
