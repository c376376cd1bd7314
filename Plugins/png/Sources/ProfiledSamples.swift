import LazuliABI
import LazuliPluginKit

/// What the image's ICC profile describes.
enum ProfiledSamples {
  case gray, color

  /// `nil` without a profile, and with one that does not describe such pixels.
  init?(_ image: lzl_encode_image) {
    let profile = UnsafeRawBufferPointer(image.icc)
    let isGray =
      image.format == LZL_FORMAT_GRAY8 || image.format == LZL_FORMAT_GRAYA8 || image.format == LZL_FORMAT_GRAY16
    // The colour space stands behind size, CMM, version and class (ICC.1, 7.2).
    guard profile.count >= 128 else { return nil }
    let space = profile.loadUnaligned(fromByteOffset: 16, as: UInt32.self).bigEndian
    switch (space, isGray) {
    case (0x4752_4159, true): self = .gray
    case (0x5247_4220, false): self = .color
    default: return nil
    }
  }
}
