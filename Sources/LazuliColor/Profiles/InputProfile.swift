internal import CLCMS2
import LazuliCore

/// An ICC profile of an image, read by lcms2.
final class InputProfile {
  let context: ProfileContext
  let handle: cmsHPROFILE
  let model: ColorModel

  /// A press profile with large tables has some 2 MiB.
  static let maximumByteCount = 8 << 20

  /// Throws for what is no profile, one of another kind of colours than the image has, and one that is no
  /// device's.
  init(_ profile: ICCProfile, of model: ColorModel) throws(ColorFault) {
    guard profile.bytes.count <= Self.maximumByteCount else {
      throw ColorFault("its ICC profile has \(profile.bytes.count) bytes, and \(Self.maximumByteCount) are allowed")
    }
    guard let own = profile.colorModel else { throw ColorFault("its ICC profile is none, or of unknown colours") }
    guard own == model else { throw ColorFault("its ICC profile is for \(own.rawValue), not \(model.rawValue)") }
    let context = try ProfileContext()
    guard let handle = cmsOpenProfileFromMemTHR(context.context, profile.bytes, UInt32(profile.bytes.count)) else {
      throw context.fault("its ICC profile cannot be read")
    }
    self.context = context
    self.handle = handle
    self.model = model
    let devices = [cmsSigInputClass, cmsSigDisplayClass, cmsSigOutputClass, cmsSigColorSpaceClass]
    guard devices.contains(cmsGetDeviceClass(handle)) else {
      throw ColorFault("its ICC profile is of another class than those of images")
    }
  }

  deinit { cmsCloseProfile(handle) }

  /// Tables go before curves (ICC.1, 8.10).
  private var hasTables: Bool {
    cmsIsTag(handle, cmsSigAToB0Tag) != 0 || cmsIsTag(handle, cmsSigDToB0Tag) != 0
  }

  /// The curve of a gray profile, from encoded values to light; `nil` where it has tables, or tells of lightness.
  func grayCurve() -> ((Double) -> Double)? {
    guard model == .gray, !hasTables, cmsGetPCS(handle) == cmsSigXYZData else { return nil }
    return curve(cmsSigGrayTRCTag)
  }

  /// The profile as curves and primaries; `nil` where it has tables.
  func lightSource() throws(ColorFault) -> LightSource? {
    guard model == .rgb, !hasTables, cmsIsMatrixShaper(handle) != 0 else { return nil }
    let columns = [cmsSigRedColorantTag, cmsSigGreenColorantTag, cmsSigBlueColorantTag].map(colorant)
    let curves = [cmsSigRedTRCTag, cmsSigGreenTRCTag, cmsSigBlueTRCTag].map(curve)
    guard let red = columns[0], let green = columns[1], let blue = columns[2], !curves.contains(where: { $0 == nil })
    else { throw context.fault("the curves or primaries of its ICC profile cannot be read") }
    return LightSource(curves.compactMap(\.self), Matrix3(red, green, blue))
  }

  private func colorant(_ tag: cmsTagSignature) -> SIMD3<Double>? {
    guard let data = cmsReadTag(handle, tag) else { return nil }
    let color = data.assumingMemoryBound(to: cmsCIEXYZ.self).pointee
    return SIMD3(color.X, color.Y, color.Z)
  }

  /// The curve belongs to the profile.
  private func curve(_ tag: cmsTagSignature) -> ((Double) -> Double)? {
    guard let data = cmsReadTag(handle, tag) else { return nil }
    let curve = OpaquePointer(data)
    return { [self] value in
      withExtendedLifetime(self) { Double(cmsEvalToneCurveFloat(curve, Float(value))) }
    }
  }
}
