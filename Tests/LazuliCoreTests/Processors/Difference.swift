import LazuliTestSupport

/// How far pixels are from exact values that nobody has rounded yet.
struct Difference: CustomStringConvertible {
  private(set) var maximum = 0.0
  private(set) var wrong = 0
  private var sum = 0.0
  private var count = 0

  /// Samples farther than half a step and `slack` from the exact value are wrong; colours are allowed as much more as
  /// their alpha is smaller than the largest one, and those of 16 bits ten times as much.
  mutating func add(_ samples: Samples, _ exact: [Double], slack: Double) {
    let last = samples.format.samplesPerPixel - 1
    for index in samples.values.indices {
      let alpha = samples.format.hasAlpha ? exact[index - index % (last + 1) + last] : Double(samples.maximum)
      // Whether so little alpha is 0 or 1 hangs on the last bit.
      guard samples.format.hasAlpha == false || abs(alpha - 0.5) > 0.01 else { continue }
      let difference = abs(Double(samples.values[index]) - exact[index])
      let depth = samples.maximum == 255 ? 1.0 : 10
      let factor = index % (last + 1) == last ? 1 : Double(samples.maximum) / max(alpha, 0.5)
      if difference > 0.5 + slack * depth * (samples.maximum == 255 ? 1 : factor) { wrong += 1 }
      add(difference)
    }
  }

  /// The same where colours do not hang on alpha.
  mutating func addPlain(_ samples: Samples, _ exact: [Double], slack: Double) {
    for (value, exact) in zip(samples.values, exact) {
      if abs(Double(value) - exact) > 0.5 + slack * (samples.maximum == 255 ? 1 : 10) { wrong += 1 }
      add(abs(Double(value) - exact))
    }
    if samples.values.count != exact.count { wrong += 1 }
  }

  mutating func add(_ difference: Double) {
    maximum = max(maximum, difference)
    sum += difference
    count += 1
  }

  var mean: Double { count == 0 ? 0 : sum / Double(count) }
  var description: String { "\(wrong) wrong of \(count), at most \(maximum), \(mean) in the mean" }
}
