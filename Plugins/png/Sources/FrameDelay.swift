/// A delay as fcTL can say it: two numbers of 16 bits, in seconds.
struct FrameDelay {
  let numerator: UInt16
  let denominator: UInt16

  /// Exact where it fits, else rounded to the finest unit in which it fits.
  init(_ numerator: UInt32, _ denominator: UInt32) {
    let seconds = denominator == 0 ? 100 : denominator
    let divisor = Self.greatestCommonDivisor(numerator, seconds)
    let (reduced, unit) = (numerator / divisor, seconds / divisor)
    if let exact = UInt16(exactly: reduced), let exactUnit = UInt16(exactly: unit) {
      (self.numerator, self.denominator) = (exact, exactUnit)
      return
    }
    for unit: UInt64 in [1000, 100, 10] {
      let count = (UInt64(numerator) * unit + UInt64(seconds) / 2) / UInt64(seconds)
      guard let fitting = UInt16(exactly: count) else { continue }
      (self.numerator, self.denominator) = (fitting, UInt16(unit))
      return
    }
    self.numerator = UInt16(clamping: UInt64(numerator) / UInt64(seconds))
    self.denominator = 1
  }

  private static func greatestCommonDivisor(_ a: UInt32, _ b: UInt32) -> UInt32 {
    var (a, b) = (a, b)
    while b != 0 { (a, b) = (b, a % b) }
    return a
  }
}
