/// In which order the rows of an image are stored (GIF89a, appendix E).
struct RowOrder {
  let height: Int
  let isInterlaced: Bool
  /// From 0.
  private(set) var pass = 0
  /// The next row; at or above `height` when the pass is over.
  private(set) var row = 0

  init(height: Int, isInterlaced: Bool) {
    self.height = height
    self.isInterlaced = isInterlaced
  }

  var passCount: Int { isInterlaced ? 4 : 1 }
  var isPassDone: Bool { row >= height }
  /// Whether none of its rows came so far.
  var isPassNew: Bool { row == (pass == 0 ? 0 : 8 >> pass) }
  var isLastPass: Bool { pass == passCount - 1 }
  var isDone: Bool { isPassDone && isLastPass }

  /// Rows from this one on for which it stands until later passes come.
  var span: Int { isInterlaced ? 8 >> pass : 1 }

  mutating func advance() {
    row += !isInterlaced ? 1 : pass == 0 ? 8 : 16 >> pass
  }

  mutating func beginPass() {
    pass += 1
    row = 8 >> pass
  }

  /// Whether a row was stored so far.
  func isStored(_ row: Int) -> Bool {
    guard isInterlaced else { return row < self.row }
    let own = row % 8 == 0 ? 0 : row % 8 == 4 ? 1 : row % 4 == 2 ? 2 : 3
    return own < pass || own == pass && row < self.row
  }

  /// The stored row which stands for one that is not.
  func substitute(for row: Int) -> Int? {
    guard isInterlaced else { return nil }
    for candidate in stride(from: row - 1, through: row - row % 8, by: -1) where isStored(candidate) {
      return candidate
    }
    return nil
  }
}
