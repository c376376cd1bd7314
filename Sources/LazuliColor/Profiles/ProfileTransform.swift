internal import CLCMS2
import LazuliCore

/// Rows through a profile's tables, by lcms2.
final class ProfileTransform: @unchecked Sendable {
  // Unchecked: lcms2 allows one transform on several threads at once; what it remembers of a pixel, each call
  // has for itself.
  private let transform: cmsHTRANSFORM
  /// Holds the transform's memory; profiles are copied into it.
  private let context: ProfileContext
  /// Ink has no alpha: it is put where black was.
  private let isInk: Bool

  /// What rows hold, and what they are made to.
  enum Rows {
    case rgba8, rgba16
    case ink8(inverted: Bool)
    /// Gray of 16 bits to RGBA16.
    case gray16
  }

  init(_ profile: InputProfile, _ rows: Rows, to target: OutputColorSpace) throws(ColorFault) {
    let (from, to) = rows.formats
    context = profile.context
    isInk = profile.model == .cmyk
    let output = try OutputProfile(target, in: context)
    // Perceptual, as lcms2's own tools do it unless told otherwise, and as browsers do. What lcms2 calls optimised
    // is resampled to a coarser grid, which is off by up to 22 of 255 where colours leave the gamut.
    let transform = cmsCreateTransformTHR(
      context.context, profile.handle, from, output.handle, to, UInt32(INTENT_PERCEPTUAL),
      UInt32(cmsFLAGS_NOOPTIMIZE) | (profile.model == .rgb ? UInt32(cmsFLAGS_COPY_ALPHA) : 0))
    guard let transform else { throw context.fault("its ICC profile cannot be used") }
    self.transform = transform
  }

  deinit { cmsDeleteTransform(transform) }

  /// See `RowConversion`.
  func convert(_ row: UnsafeRawPointer, into target: UnsafeMutableRawPointer, count: Int) {
    cmsDoTransform(transform, row, target, UInt32(count))
    guard isInk else { return }
    for index in 0..<count { target.storeBytes(of: 255, toByteOffset: 4 * index + 3, as: UInt8.self) }
  }
}

extension ProfileTransform.Rows {
  /// As lcms2 numbers them.
  fileprivate var formats: (from: UInt32, to: UInt32) {
    let rgba8 = UInt32(LAZULI_LCMS_RGBA_8)
    let rgba16 = UInt32(LAZULI_LCMS_RGBA_16)
    return switch self {
    case .rgba8: (rgba8, rgba8)
    case .rgba16: (rgba16, rgba16)
    case .ink8(inverted: false): (UInt32(LAZULI_LCMS_CMYK_8), rgba8)
    case .ink8(inverted: true): (UInt32(LAZULI_LCMS_CMYK_8_INVERTED), rgba8)
    case .gray16: (UInt32(LAZULI_LCMS_GRAY_16), rgba16)
    }
  }
}
