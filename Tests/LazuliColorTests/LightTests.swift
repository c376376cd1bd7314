import Glibc
import LazuliColor
import LazuliCore
import LazuliTestSupport
import Testing

/// Against an independent reference in double precision.
@Suite("gAMA, cHRM and CICP")
struct LightTests {
  /// The greatest difference, in steps of 8 bits.
  private func difference(
    _ color: ColorInformation, _ reference: ReferenceColor, _ format: PixelFormat,
    _ value: (Int) -> Double
  ) throws -> Double {
    let samples = Samples.colors(format)
    let converted = try samples.converted(color)
    var greatest = 0.0
    for (from, to) in zip(samples.pixelValues, converted.pixelValues) {
      #expect(from[3] == to[3])
      let expected = reference.sRGB(from.prefix(3).map(value))
      for channel in 0..<3 {
        greatest = max(greatest, abs(Double(to[channel]) / Double(samples.maximum) - expected[channel]) * 255)
      }
    }
    return greatest
  }

  private func check(_ color: ColorInformation, _ reference: ReferenceColor) throws {
    let eight = try difference(color, reference, .rgba8) { Double($0) / 255 }
    let sixteen = try difference(color, reference, .rgba16) { Double($0) / 65535 }
    #expect(eight < 0.6 && sixteen < 0.05, "\(eight) and \(sixteen)")
  }

  @Test("Gamma", arguments: [1.0, 0.5, 1 / 1.8, 0.35])
  func gamma(exponent: Double) throws {
    try check(
      ColorInformation(gamma: exponent), ReferenceColor(points: ReferenceColor.bt709) { pow($0, 1 / exponent) })
  }

  @Test("Primaries, and a white which is not D65")
  func chromaticities() throws {
    let points = ReferenceColor.dci.map { ColorInformation.Chromaticities.Point(x: $0.0, y: $0.1) }
    let given = ColorInformation.Chromaticities(white: points[0], red: points[1], green: points[2], blue: points[3])
    try check(
      ColorInformation(gamma: 1 / 2.6, given), ReferenceColor(points: ReferenceColor.dci) { pow($0, 2.6) })
    try check(
      ColorInformation(gamma: nil, given), ReferenceColor(points: ReferenceColor.dci, decode: ReferenceColor.decodeSRGB)
    )
  }

  @Test("CICP of standard range")
  func standardRange() throws {
    let bt709: (Double) -> Double = {
      $0 < 0.0812428582986315 ? $0 / 4.5 : pow(($0 + 0.09929682680944) / 1.09929682680944, 1 / 0.45)
    }
    try check(ColorInformation(cicp: 1, 1), ReferenceColor(points: ReferenceColor.bt709, decode: bt709))
    try check(ColorInformation(cicp: 9, 14), ReferenceColor(points: ReferenceColor.bt2020, decode: bt709))
    try check(
      ColorInformation(cicp: 12, 13), ReferenceColor(points: ReferenceColor.p3, decode: ReferenceColor.decodeSRGB))
    try check(ColorInformation(cicp: 11, 8), ReferenceColor(points: ReferenceColor.dci) { $0 })
    try check(ColorInformation(cicp: 1, 4), ReferenceColor(points: ReferenceColor.bt709) { pow($0, 2.2) })
    try check(ColorInformation(cicp: 1, 17), ReferenceColor(points: ReferenceColor.bt709) { 52.37 / 48 * pow($0, 2.6) })
  }

  @Test("PQ by the tone curve of BT.2390", arguments: [UInt8(9), 12])
  func pq(primaries: UInt8) throws {
    var reference = ReferenceColor(
      points: primaries == 9 ? ReferenceColor.bt2020 : ReferenceColor.p3, decode: ReferenceColor.pq)
    reference.adapt = ReferenceColor.toneMapped
    try check(ColorInformation(cicp: primaries, 16), reference)
  }

  @Test("HLG by its system gamma and the same curve")
  func hlg() throws {
    var reference = ReferenceColor(points: ReferenceColor.bt2020, decode: ReferenceColor.hlg)
    reference.adapt = { ReferenceColor.toneMapped(ReferenceColor.hlgDisplay($0)) }
    try check(ColorInformation(cicp: 9, 18), reference)
  }

  @Test("The tone curve leaves dark tones alone, and brings the peak of 1000 cd/m² to white")
  func toneCurve() throws {
    let values = [0.0, 10, 80, 203, 1000, 10_000].map { Int((ReferenceColor.pqInverse($0) * 65535).rounded()) }
    let gray = try Samples(.rgba16, values.flatMap { [$0, $0, $0, 65535] }).converted(ColorInformation(cicp: 9, 16))
    let shown = gray.pixelValues.map { ReferenceColor.decodeSRGB(Double($0[1]) / 65535) * 203 }
    #expect(abs(shown[0]) < 0.01 && abs(shown[1] - 10) < 0.05 && abs(shown[2] - 80) < 0.2)
    #expect(shown[3] > 120 && shown[3] < 170)
    #expect(abs(shown[4] - 203) < 0.1 && abs(shown[5] - 203) < 0.1)
  }

  @Test("Narrow range has its black at 16 and its white at 235", arguments: [UInt8(1), 9])
  func narrowRange(primaries: UInt8) throws {
    let color = ColorInformation(cicp: primaries, 13, isFullRange: false)
    let points = primaries == 1 ? ReferenceColor.bt709 : ReferenceColor.bt2020
    let reference = ReferenceColor(points: points, decode: ReferenceColor.decodeSRGB)
    let eight = try difference(color, reference, .rgba8) { min(max((Double($0) - 16) / 219, 0), 1) }
    let sixteen = try difference(color, reference, .rgba16) { min(max((Double($0) - 4096) / 56_064, 0), 1) }
    #expect(eight < 0.6 && sixteen < 0.05, "\(eight) and \(sixteen)")
  }

  @Test("Gray has the same curves, in its own format")
  func gray() throws {
    var pq = ReferenceColor(points: ReferenceColor.bt2020, decode: ReferenceColor.pq)
    pq.adapt = ReferenceColor.toneMapped
    let linear = ReferenceColor(points: ReferenceColor.bt709) { $0 }
    let cases = [(ColorInformation(cicp: 9, 16), pq), (ColorInformation(gamma: 1), linear)]
    for (color, reference) in cases {
      let shallow = try Samples(.gray8, Array(0...255)).converted(color, .gray)
      let deep = try Samples(.gray16, (0...255).map { $0 * 257 }).converted(color, .gray)
      for value in 0...255 {
        let expected = reference.sRGB([Double](repeating: Double(value) / 255, count: 3))[0]
        #expect(abs(Double(shallow.values[value]) - expected * 255) < 0.6)
        #expect(abs(Double(deep.values[value]) - expected * 65535) < 13)
      }
    }
  }
}
