/// Gray by a table: every sample but alpha becomes another.
struct SampleTable<Sample: FixedWidthInteger & UnsignedInteger & Sendable>: Sendable {
  private let table: [Sample]
  private let samplesPerPixel: Int
  private let hasAlpha: Bool

  init(_ table: [Sample], samplesPerPixel: Int, hasAlpha: Bool) {
    self.table = table
    self.samplesPerPixel = samplesPerPixel
    self.hasAlpha = hasAlpha
  }

  /// See `RowConversion`.
  func convert(_ row: UnsafeRawPointer, into target: UnsafeMutableRawPointer, count: Int) {
    let from = row.assumingMemoryBound(to: Sample.self)
    let to = target.assumingMemoryBound(to: Sample.self)
    let colorCount = hasAlpha ? samplesPerPixel - 1 : samplesPerPixel
    table.withUnsafeBufferPointer { table in
      for start in stride(from: 0, to: count &* samplesPerPixel, by: samplesPerPixel) {
        for index in start..<start &+ colorCount { to[index] = table[Int(from[index])] }
        if hasAlpha { to[start &+ colorCount] = from[start &+ colorCount] }
      }
    }
  }
}

extension SampleTable {
  /// What becomes of all grays as light.
  static func table(_ light: ExactLight<Sample>) -> [Sample] {
    let pixels = (0...Sample.max).flatMap { [$0, $0, $0, .max] }
    return greens(of: pixels, count: Int(Sample.max) + 1) { light.convert($0, into: $1, count: $2) }
  }

  /// What becomes of all grays in a profile, of which rows go from gray of 16 bits to RGBA16.
  static func table(_ transform: ProfileTransform) -> [Sample] {
    let unit = UInt16.max / UInt16(Sample.max)
    let grays = (0...UInt16(Sample.max)).map { $0 * unit }
    let greens = greens(of: grays, count: grays.count) { transform.convert($0, into: $1, count: $2) }
    return greens.map { Sample((UInt32($0) + UInt32(unit / 2)) / UInt32(unit)) }
  }

  private static func greens<Value: FixedWidthInteger>(
    of samples: [Value], count: Int, by rows: RowConversion
  ) -> [Value] {
    var pixels = [Value](repeating: 0, count: 4 * count)
    samples.withUnsafeBytes { row in
      pixels.withUnsafeMutableBytes { rows(row.baseAddress!, $0.baseAddress!, count) }
    }
    return (0..<count).map { pixels[4 * $0 + 1] }
  }
}
