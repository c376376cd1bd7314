/// RGBA8 or RGBA16 by light, in floats; for what is deep or bright.
struct ExactLight<Sample: FixedWidthInteger & UnsignedInteger & Sendable>: Sendable {
  /// The light of each sample: red's, green's, blue's.
  private let tables: [[Float]]
  private let matrix: LightMatrix
  private let range: RangeMapping?

  init(_ source: LightSource, _ matrix: LightMatrix) {
    tables = (0..<3).map { source.table($0, bits: Sample.bitWidth) }
    range = source.range.map { RangeMapping($0.kind, luminance: $0.luminance) }
    self.matrix = matrix
  }

  /// See `RowConversion`.
  func convert(_ row: UnsafeRawPointer, into target: UnsafeMutableRawPointer, count: Int) {
    let from = row.assumingMemoryBound(to: Sample.self)
    let to = target.assumingMemoryBound(to: Sample.self)
    tables[0].withUnsafeBufferPointer { red in
      tables[1].withUnsafeBufferPointer { green in
        tables[2].withUnsafeBufferPointer { blue in
          convert(from, to, count, (red.baseAddress!, green.baseAddress!, blue.baseAddress!))
        }
      }
    }
  }

  private typealias Tables = (red: UnsafePointer<Float>, green: UnsafePointer<Float>, blue: UnsafePointer<Float>)

  private func convert(
    _ from: UnsafePointer<Sample>, _ to: UnsafeMutablePointer<Sample>, _ count: Int, _ tables: Tables
  ) {
    let top = Float(Sample.max)
    let columns = (matrix.columns[0], matrix.columns[1], matrix.columns[2])
    LightEncoding.values.withUnsafeBufferPointer { values in
      for start in stride(from: 0, to: 4 &* count, by: 4) {
        var light = SIMD4<Float>(
          tables.red[Int(from[start])], tables.green[Int(from[start &+ 1])], tables.blue[Int(from[start &+ 2])], 0)
        if let range { light *= range.gain(of: light) }
        let mixed = columns.0 * light.x + columns.1 * light.y + columns.2 * light.z
        let place = LightEncoding.place(of: mixed)
        let encoded = LightEncoding.interpolated(place, values.baseAddress!) * top
        // A float from 2^23 on has no fraction, and the whole number in its lower bits.
        let samples = unsafeBitCast(encoded + 0x1p23, to: SIMD4<UInt32>.self)
        for channel in 0..<3 { to[start &+ channel] = Sample(truncatingIfNeeded: samples[channel]) }
        to[start &+ 3] = from[start &+ 3]
      }
    }
  }
}
