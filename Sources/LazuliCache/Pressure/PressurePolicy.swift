/// When pressure is worth telling: pure.
struct PressurePolicy {
  /// The kernel's averages remember as long: what was told counts no second time.
  static var quietTime: Duration { .seconds(10) }
  static var moderateSome: Double { 10 }
  static var criticalFull: Double { 10 }

  private var before: PressureReading
  private var told: (pressure: MemoryPressure, time: Duration)?

  init(_ reading: PressureReading) {
    before = reading
  }

  /// `isTriggered`: the kernel woke us up for it.
  mutating func judge(_ reading: PressureReading, isTriggered: Bool, at time: Duration) -> MemoryPressure? {
    defer { before = reading }
    guard let pressure = pressure(reading, isTriggered) else { return nil }
    if let told, time - told.time < Self.quietTime, pressure <= told.pressure { return nil }
    told = (pressure, time)
    return pressure
  }

  private func pressure(_ reading: PressureReading, _ isTriggered: Bool) -> MemoryPressure? {
    if reading.full >= Self.criticalFull || reading.outOfMemoryCount > before.outOfMemoryCount { return .critical }
    if isTriggered || reading.some >= Self.moderateSome || reading.limitCount > before.limitCount { return .moderate }
    return nil
  }
}
