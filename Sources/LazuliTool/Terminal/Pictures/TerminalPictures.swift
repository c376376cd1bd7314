import Glibc
import Lazuli

/// Pictures in a terminal: in what protocol, and how large.
struct TerminalPictures {
  let method: PictureProtocol
  /// Columns and lines for a picture.
  let area: (columns: Int, rows: Int)
  private let cell: ImageSize
  private let answers: TerminalAnswers

  /// The protocol that the terminal says it can, or `method`; the last line is left to the prompt unless
  /// `area` is given.
  init(
    _ answers: TerminalAnswers, window: (cells: (columns: Int, rows: Int), pixels: (width: Int, height: Int)?),
    method: PictureProtocol? = nil, area: (columns: Int, rows: Int)? = nil
  ) {
    self.answers = answers
    self.method = method ?? (answers.hasKittyGraphics ? .kitty : answers.hasSixel ? .sixel : .blocks)
    self.area = area ?? (window.cells.columns, max(1, window.cells.rows - 1))
    cell = Self.cell(answers, window)
  }

  /// Each picture has its own.
  func renderer() -> any PictureRenderer {
    switch method {
    case .kitty: return KittyGraphics(cell: cell)
    case .sixel:
      return SixelGraphics(
        cell: cell, colorCount: answers.colorRegisterCount ?? IndexedPicture.maximumColorCount,
        maximumSize: answers.maximumSixelSize, background: answers.background)
    case .blocks: return HalfBlocks(background: answers.background ?? .black)
    }
  }

  /// As the terminal says, as the system knows, or as the VT340 had it.
  private static func cell(
    _ answers: TerminalAnswers, _ window: (cells: (columns: Int, rows: Int), pixels: (width: Int, height: Int)?)
  ) -> ImageSize {
    if let cell = answers.cell { return cell }
    let pixels = window.pixels ?? answers.textArea.map { ($0.width, $0.height) }
    guard let pixels, pixels.width >= window.cells.columns, pixels.height >= window.cells.rows else {
      return ImageSize(width: 10, height: 20)
    }
    return ImageSize(width: pixels.width / window.cells.columns, height: pixels.height / window.cells.rows)
  }
}

extension TerminalPictures {
  /// Asks the terminal, unless `method` needs no answer.
  init(on output: Terminal, method: PictureProtocol?, area: (columns: Int, rows: Int)?) {
    let answers =
      method == .blocks
      ? TerminalAnswers() : TerminalConversation(input: STDIN_FILENO, output: output).answers()
    self.init(answers, window: (output.size, output.pixelSize), method: method, area: area)
  }
}
