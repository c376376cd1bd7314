/// How much of a body those who take it have taken: the slowest counts. Pure.
struct BodyIntake {
  /// `nil` for those who wait for something else.
  private var weights: [Int: Int?] = [:]

  mutating func set(_ weight: Int?, for consumer: JobID) {
    weights.updateValue(weight, forKey: consumer)
  }

  mutating func remove(_ consumer: JobID) {
    weights.removeValue(forKey: consumer)
  }

  /// `nil` while nobody takes anything.
  var takenWeight: Int? { weights.values.compactMap(\.self).min() }
}
