/// RGBA8 by light: of each sample its share in the target's red, green and blue is known beforehand.
struct SharedLight: Sendable {
  /// 256 for red, then green, then blue.
  private let shares: [SIMD4<Float>]

  init(_ source: LightSource, _ matrix: LightMatrix) {
    shares = (0..<3).flatMap { channel in
      source.table(channel, bits: 8).map { matrix.columns[channel] * $0 }
    }
  }

  /// See `RowConversion`.
  func convert(_ row: UnsafeRawPointer, into target: UnsafeMutableRawPointer, count: Int) {
    let from = row.assumingMemoryBound(to: UInt32.self)
    let to = target.assumingMemoryBound(to: UInt32.self)
    shares.withUnsafeBufferPointer { shares in
      LightEncoding.samples8.withUnsafeBufferPointer { samples in
        Self.convert(from, to, count, shares.baseAddress!, samples.baseAddress!)
      }
    }
  }

  /// Pixels are words: red is the lowest byte, as on every little-endian machine.
  private static func convert(
    _ from: UnsafePointer<UInt32>, _ to: UnsafeMutablePointer<UInt32>, _ count: Int,
    _ shares: UnsafePointer<SIMD4<Float>>, _ samples: UnsafePointer<UInt8>
  ) {
    for index in 0..<count {
      let pixel = from[index]
      let red = shares[Int(pixel & 0xFF)]
      let green = shares[Int(pixel &>> 8 & 0xFF) &+ 256]
      let blue = shares[Int(pixel &>> 16 & 0xFF) &+ 512]
      let place = LightEncoding.sampleIndex(LightEncoding.place(of: red + green + blue))
      to[index] =
        UInt32(samples[Int(place.x)]) | UInt32(samples[Int(place.y)]) &<< 8 | UInt32(samples[Int(place.z)]) &<< 16
        | pixel & 0xFF00_0000
    }
  }
}

/// From the light of a source to that of a target, for floats.
struct LightMatrix: Sendable {
  let columns: [SIMD4<Float>]

  /// Throws where the source's colours span nothing.
  init(from source: Matrix3, to target: Matrix3) throws(ColorFault) {
    guard source.isFinite, let inverse = target.inverse else {
      throw ColorFault("its primaries are no colours")
    }
    self.init(inverse * source)
  }

  init(_ matrix: Matrix3) {
    columns = [matrix.columns.0, matrix.columns.1, matrix.columns.2].map {
      SIMD4(Float($0.x), Float($0.y), Float($0.z), 0)
    }
  }

  @inline(__always)
  static func * (matrix: LightMatrix, light: SIMD4<Float>) -> SIMD4<Float> {
    matrix.columns[0] * light.x + matrix.columns[1] * light.y + matrix.columns[2] * light.z
  }
}
