import Lazuli

/// Where the pictures of a sheet lie: row after row from the top left, each in a cell of one size.
struct SheetLayout: Sendable {
  static let options: [OptionDefinition] = [
    .value("--columns", "N", "cells side by side; about as many as there are rows"),
    .value("--cell", "WIDTHxHEIGHT", "the size of a cell, into which its picture is scaled down; 240x180"),
    .value("--gap", "PIXELS", "between cells and around them; 12"),
  ]

  let cell: ImageSize
  private let gap: Int
  private let wantedColumns: Int?
  /// How many pictures there are.
  var count = 1

  init(_ arguments: ParsedArguments) throws(UsageError) {
    wantedColumns = try arguments.integer("--columns", in: 1...10_000)
    cell = try arguments.imageSize("--cell") ?? ImageSize(width: 240, height: 180)
    gap = try arguments.integer("--gap", in: 0...1000) ?? 12
    guard max(cell.width, cell.height) <= 65_535 else { throw UsageError("--cell wants sides up to 65535") }
  }

  private var columns: Int {
    min(wantedColumns ?? Int(Double(max(count, 1)).squareRoot().rounded(.up)), max(count, 1))
  }

  private var rows: Int { (max(count, 1) + columns - 1) / columns }

  var size: ImageSize {
    ImageSize(width: columns * (cell.width + gap) + gap, height: rows * (cell.height + gap) + gap)
  }

  /// The cell of a picture, counted from 0.
  func cell(of index: Int) -> PixelRectangle {
    PixelRectangle(
      x: gap + index % columns * (cell.width + gap), y: gap + index / columns * (cell.height + gap),
      width: cell.width, height: cell.height)
  }

  /// The place of a picture of `size`, in the middle of its cell.
  func place(of index: Int, _ size: ImageSize) -> PixelRectangle {
    let cell = cell(of: index)
    return PixelRectangle(
      x: cell.x + (cell.width - size.width) / 2, y: cell.y + (cell.height - size.height) / 2, width: size.width,
      height: size.height)
  }
}
