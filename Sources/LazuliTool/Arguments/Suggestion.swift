/// What may have been meant by a word that nobody knows.
enum Suggestion {
  /// The nearest of `words`; `nil` when all are too far.
  static func nearest(to word: String, among words: some Sequence<String>) -> String? {
    let ranked = words.map { ($0, editDistance(word, $0)) }.min { $0.1 < $1.1 }
    // A third of its letters at the most, beside the dashes: a word that differs in more is another word.
    let letterCount = word.hasPrefix("--") ? word.utf8.count - 2 : word.utf8.count
    guard let ranked, ranked.1 * 3 <= max(3, letterCount) else { return nil }
    return ranked.0
  }

  /// Letters that are missing, too many, others, or in the wrong order with the next one (optimal string alignment).
  private static func editDistance(_ left: String, _ right: String) -> Int {
    let (a, b) = (Array(left.utf8), Array(right.utf8))
    var rows = [Array(0...b.count)]
    for i in 1..<a.count + 1 {
      var row = [i]
      for j in 1..<b.count + 1 {
        let replaced = rows[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1)
        var best = min(replaced, rows[i - 1][j] + 1, row[j - 1] + 1)
        if i > 1, j > 1, a[i - 1] == b[j - 2], a[i - 2] == b[j - 1] { best = min(best, rows[i - 2][j - 2] + 1) }
        row.append(best)
      }
      rows.append(row)
    }
    return rows[a.count][b.count]
  }
}
