import LazuliCore

/// Colours of red, green and blue as light: what a file with a curve for each and three primaries describes.
struct LightSource {
  /// From encoded values, 0 to 1, to light, of which 1 is white: red's, green's, blue's.
  var curves: [(Double) -> Double]
  /// From light to XYZ beside a white of D50.
  var xyz: Matrix3
  /// For light that exceeds white: how, and the shares of red, green and blue in luminance.
  var range: (kind: HighDynamicRange, luminance: SIMD3<Double>)?
  /// Whether samples leave room below black and above white (ITU-T H.273, 8.3).
  var isNarrow = false

  init(_ curve: @escaping (Double) -> Double, _ xyz: Matrix3) {
    self.init([curve, curve, curve], xyz)
  }

  init(_ curves: [(Double) -> Double], _ xyz: Matrix3) {
    self.curves = curves
    self.xyz = xyz
  }

  init(_ cicp: ColorInformation.CICP) throws(ColorFault) {
    guard let points = Primaries.named(cicp.primaries), let own = points.xyz, let xyz = points.profileXYZ else {
      throw ColorFault("its primaries, number \(cicp.primaries) of CICP, are none that are known")
    }
    guard cicp.matrix == 0 else { throw ColorFault("its matrix, number \(cicp.matrix) of CICP, is not that of RGB") }
    if let range = HighDynamicRange(transfer: cicp.transfer) {
      self.init(range.light, xyz)
      self.range = (range, SIMD3(own.columns.0.y, own.columns.1.y, own.columns.2.y))
    } else if let curve = TransferFunction.named(cicp.transfer) {
      self.init(curve, xyz)
    } else {
      throw ColorFault("its transfer function, number \(cicp.transfer) of CICP, is none that is known")
    }
    isNarrow = !cicp.isFullRange
  }

  /// An encoding exponent, and white and primaries; what is missing is sRGB's.
  init(gamma: Double?, _ chromaticities: ColorInformation.Chromaticities?) throws(ColorFault) {
    guard let xyz = (chromaticities ?? Primaries.sRGB).profileXYZ else {
      throw ColorFault("its white point and primaries span no colours")
    }
    if let gamma, !(0.05...20).contains(gamma) {
      throw ColorFault("its gamma, \(gamma), is none that a device has")
    }
    self.init(gamma.map { TransferFunction.power(1 / $0) } ?? TransferFunction.sRGB, xyz)
  }

  /// The light of each sample of so many bits.
  func table(_ channel: Int, bits: Int) -> [Float] {
    let (top, unit) = ((1 << bits) - 1, Double(1 << (bits - 8)))
    let (black, white) = isNarrow ? (16 * unit, 235 * unit) : (0, Double(top))
    return (0...top).map { sample in
      let light = curves[channel](min(max((Double(sample) - black) / (white - black), 0), 1))
      return light.isFinite ? Float(min(max(light, -64), 64)) : 0
    }
  }
}

/// Why colours cannot be made sense of: the end of a sentence that begins "The colours are taken as sRGB:".
struct ColorFault: Error {
  let reason: String

  init(_ reason: String) {
    self.reason = reason
  }
}
