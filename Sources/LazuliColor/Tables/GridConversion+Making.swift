internal import CLCMS2
import LazuliCore

extension GridConversion {
  /// For a profile with such a table, where what comes of it is what lcms2 makes, within one step of 8 bits; `nil` else.
  ///
  /// `exact` is lcms2's own way.
  init?(_ profile: InputProfile, _ exact: ProfileTransform, to target: OutputColorSpace, isInverted: Bool) {
    guard let grid = ProfileGrid(profile), let own = GridConversion(grid, profile, to: target, isInverted: isInverted),
      own.agrees(with: exact, channelCount: grid.counts.count)
    else { return nil }
    self = own
  }

  private init?(_ grid: ProfileGrid, _ profile: InputProfile, to target: OutputColorSpace, isInverted: Bool) {
    let points = target == .displayP3 ? Primaries.displayP3 : Primaries.sRGB
    guard let inverse = points.profileXYZ?.inverse, let output = try? OutputProfile(target, in: profile.context) else {
      return nil
    }
    let (scale, shift) = Self.blackPointCompensation(profile, output)
    let white = SIMD3(cmsD50X, cmsD50Y, cmsD50Z)
    let diagonal = grid.isLab ? scale * white : scale
    let moved = inverse * shift
    self.init(
      grid, light: LightMatrix(inverse * Matrix3(diagonal: diagonal)),
      offset: SIMD4(Float(moved.x), Float(moved.y), Float(moved.z), 0), isInverted: isInverted)
  }

  /// What maps the darkest colour of one profile to that of the other and leaves white alone: a factor for each of X,
  /// Y and Z, and what is added. lcms2 does it for the perceptual intent of version 4, of which our targets are.
  private static func blackPointCompensation(
    _ profile: InputProfile, _ output: OutputProfile
  ) -> (scale: SIMD3<Double>, shift: SIMD3<Double>) {
    var (from, to) = (cmsCIEXYZ(), cmsCIEXYZ())
    cmsDetectBlackPoint(&from, profile.handle, UInt32(INTENT_PERCEPTUAL), 0)
    cmsDetectDestinationBlackPoint(&to, output.handle, UInt32(INTENT_PERCEPTUAL), 0)
    let white = SIMD3(cmsD50X, cmsD50Y, cmsD50Z)
    let (dark, target) = (SIMD3(from.X, from.Y, from.Z), SIMD3(to.X, to.Y, to.Z))
    let scale = (target - white) / (dark - white)
    return (scale, white * (dark - target) / (dark - white))
  }

  /// Whether both make the same of colours all over, within a step.
  private func agrees(with exact: ProfileTransform, channelCount: Int) -> Bool {
    let pixels = Self.samplePixels
    var (own, other) = ([UInt32](repeating: 0, count: pixels.count), [UInt32](repeating: 0, count: pixels.count))
    pixels.withUnsafeBytes { row in
      own.withUnsafeMutableBytes { convert(row.baseAddress!, into: $0.baseAddress!, count: pixels.count) }
      other.withUnsafeMutableBytes { exact.convert(row.baseAddress!, into: $0.baseAddress!, count: pixels.count) }
    }
    return zip(own, other).allSatisfy { a, b in
      stride(from: UInt32(0), to: 32, by: 8).allSatisfy { abs(Int(a >> $0 & 0xFF) - Int(b >> $0 & 0xFF)) <= 1 }
    }
  }

  /// The corners, steps along each channel, and pixels from all over: the same ones every time.
  private static var samplePixels: [UInt32] {
    let shifts: [UInt32] = [0, 8, 16, 24]
    let corners: [UInt32] = (0..<16).map { (corner: UInt32) in
      shifts.indices.reduce(UInt32(0)) { $0 | (corner >> UInt32($1) & 1) * 0xFF << shifts[$1] }
    }
    let steps: [UInt32] = (0..<256).flatMap { (value: UInt32) in shifts.map { value << $0 } }
    let grays: [UInt32] = (0..<256).map { (value: UInt32) in value * 0x0101_0101 }
    var state: UInt32 = 1
    let others: [UInt32] = (0..<2048).map { _ in
      state = state &* 1_664_525 &+ 1_013_904_223
      return state ^ state >> 16
    }
    return corners + steps + grays + others
  }
}
