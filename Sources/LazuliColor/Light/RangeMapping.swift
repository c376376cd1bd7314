import Glibc

/// How much of the light of PQ or HLG a display of standard range shows.
///
/// All three colours are dimmed alike, by what the tone curve makes of the brightest: hues stay.
struct RangeMapping: Sendable {
  private static let stepCount: Float = 4096
  private static let peak = Float(HighDynamicRange.sourcePeak / HighDynamicRange.referenceWhite)

  private let kind: HighDynamicRange
  private let luminance: SIMD4<Float>
  /// What the tone curve makes of light, in parts of it, over the square root of light up to the peak.
  private let gains: [Float]

  init(_ kind: HighDynamicRange, luminance: SIMD3<Double>) {
    self.kind = kind
    self.luminance = SIMD4(Float(luminance.x), Float(luminance.y), Float(luminance.z), 0)
    gains = (0...Int(Self.stepCount) + 1).map { step in
      let root = Double(step) / Double(Self.stepCount)
      let light = root * root * Double(Self.peak)
      return step == 0 ? 1 : Float(HighDynamicRange.toned(light) / light)
    }
  }

  /// What to multiply light with.
  func gain(of light: SIMD4<Float>) -> Float {
    let system = kind == .hlg ? systemGain(of: light) : 1
    let brightest = max(light.x, light.y, light.z) * system
    guard brightest < Self.peak else { return system / brightest }
    return system * tone(max(brightest, 0))
  }

  private func tone(_ light: Float) -> Float {
    let place = (light / Self.peak).squareRoot() * Self.stepCount
    let index = Int(place)
    return gains[index] + (gains[index + 1] - gains[index]) * (place - Float(index))
  }

  /// HLG's system gamma: a power of the scene's luminance.
  private func systemGain(of light: SIMD4<Float>) -> Float {
    let scene = (light * luminance).sum() / Self.peak
    return scene > 0 ? powf(scene, HighDynamicRange.systemExponent) : 0
  }
}
