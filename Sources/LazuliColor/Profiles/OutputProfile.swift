internal import CLCMS2
import LazuliCore

/// A profile that is made here.
final class OutputProfile {
  let handle: cmsHPROFILE
  private let context: ProfileContext

  init(_ space: OutputColorSpace, in context: ProfileContext) throws(ColorFault) {
    self.context = context
    let points = space == .displayP3 ? Primaries.displayP3 : Primaries.sRGB
    var white = cmsCIExyY(points.white)
    var primaries = cmsCIExyYTRIPLE(
      Red: cmsCIExyY(points.red), Green: cmsCIExyY(points.green), Blue: cmsCIExyY(points.blue))
    // IEC 61966-2-1, as lcms2's parametric curve of type 4.
    let curve = cmsBuildParametricToneCurve(context.context, 4, [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045])
    defer { cmsFreeToneCurve(curve) }
    guard curve != nil,
      let handle = cmsCreateRGBProfileTHR(context.context, &white, &primaries, [curve, curve, curve])
    else { throw ColorFault("there is no memory for its profile") }
    self.handle = handle
  }

  /// A display of such colours, of which nothing more is said yet.
  init(_ space: cmsColorSpaceSignature) throws(ColorFault) {
    context = try ProfileContext()
    guard let handle = cmsCreateProfilePlaceholder(context.context) else {
      throw ColorFault("there is no memory for its profile")
    }
    self.handle = handle
    cmsSetProfileVersion(handle, 4.3)
    cmsSetDeviceClass(handle, cmsSigDisplayClass)
    cmsSetColorSpace(handle, space)
    cmsSetPCS(handle, cmsSigXYZData)
    try write(SIMD3(cmsD50X, cmsD50Y, cmsD50Z), as: cmsSigMediaWhitePointTag)
  }

  deinit { cmsCloseProfile(handle) }

  func write(_ color: SIMD3<Double>, as tag: cmsTagSignature) throws(ColorFault) {
    var value = cmsCIEXYZ(X: color.x, Y: color.y, Z: color.z)
    guard cmsWriteTag(handle, tag, &value) != 0 else { throw context.fault("its profile cannot be made") }
  }

  /// A tag that is another one.
  func link(_ tag: cmsTagSignature, to other: cmsTagSignature) throws(ColorFault) {
    guard cmsLinkTag(handle, tag, other) != 0 else { throw context.fault("its profile cannot be made") }
  }

  /// From encoded values to light: by the exponent where there is one, else as a table.
  func write(_ curve: (Double) -> Double, _ exponent: Double?, as tag: cmsTagSignature) throws(ColorFault) {
    let values = (0...4095).map { UInt16((min(max(curve(Double($0) / 4095), 0), 1) * 65535).rounded()) }
    let made =
      exponent.map { cmsBuildGamma(context.context, $0) }
      ?? cmsBuildTabulatedToneCurve16(context.context, UInt32(values.count), values)
    defer { cmsFreeToneCurve(made) }
    guard made != nil, cmsWriteTag(handle, tag, UnsafeRawPointer(made)) != 0 else {
      throw context.fault("its profile cannot be made")
    }
  }

  /// Display P3 for files which carry an ICC profile; empty when there was no memory for it.
  static let displayP3Bytes: [UInt8] = {
    guard let context = try? ProfileContext(), let profile = try? OutputProfile(.displayP3, in: context) else {
      return []
    }
    return profile.bytes(named: "Display P3")
  }()

  func bytes(named name: String) -> [UInt8] {
    let text = cmsMLUalloc(context.context, 1)
    defer { cmsMLUfree(text) }
    cmsMLUsetASCII(text, "en", "US", name)
    cmsWriteTag(handle, cmsSigProfileDescriptionTag, UnsafeRawPointer(text))
    cmsMLUsetASCII(text, "en", "US", "No copyright, use freely")
    if cmsIsTag(handle, cmsSigCopyrightTag) == 0 { cmsWriteTag(handle, cmsSigCopyrightTag, UnsafeRawPointer(text)) }
    var count: UInt32 = 0
    guard cmsSaveProfileToMem(handle, nil, &count) != 0 else { return [] }
    var bytes = [UInt8](repeating: 0, count: Int(count))
    guard cmsSaveProfileToMem(handle, &bytes, &count) != 0, bytes.count > 128 else { return [] }
    // Made at no time: the same bytes whenever they are made. 1 January 2000 (ICC.1, 7.2.8).
    bytes.replaceSubrange(24..<36, with: [0x07, 0xD0, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0])
    return bytes
  }
}

extension cmsCIExyY {
  fileprivate init(_ point: ColorInformation.Chromaticities.Point) {
    self.init(x: point.x, y: point.y, Y: 1)
  }
}
