/// A picture as a terminal has it after it was drawn: RGBA8 words, 0 where nothing was drawn.
struct ShownPicture: Equatable {
  let width: Int
  let height: Int
  var words: [UInt32]

  init(width: Int, height: Int) {
    (self.width, self.height) = (width, height)
    words = [UInt32](repeating: 0, count: width * height)
  }

  /// The greatest and the mean difference of a sample, and of the means over squares of 8 × 8 pixels.
  func difference(from other: ShownPicture) -> (maximum: Int, mean: Double, ofMeans: Double) {
    var (maximum, sum, ofMeans) = (0, 0, 0.0)
    var blocks: [Int: (sum: Int, count: Int)] = [:]
    for (index, (left, right)) in zip(words, other.words).enumerated() {
      for shift in [UInt32(0), 8, 16, 24] {
        let difference = Int(left >> shift & 255) - Int(right >> shift & 255)
        maximum = max(maximum, abs(difference))
        sum += abs(difference)
        let block = (index / width / 8 * 10_000 + index % width / 8) * 4 + Int(shift / 8)
        blocks[block, default: (0, 0)].sum += difference
        blocks[block, default: (0, 0)].count += 1
      }
    }
    for block in blocks.values where block.count == 64 {
      ofMeans = max(ofMeans, abs(Double(block.sum)) / Double(block.count))
    }
    return (maximum, Double(sum) / Double(words.count * 4), ofMeans)
  }
}
