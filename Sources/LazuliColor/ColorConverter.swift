public import LazuliCore
import Synchronization

/// Finds conversions, and keeps those used last. For a pipeline one; used on any thread.
///
/// Nothing is shared with other converters, not even within lcms2.
public final class ColorConverter: Sendable {
  /// What a conversion depends on.
  struct Wish: Hashable {
    var profile: ColorProfile
    var model: ColorModel
    var format: PixelFormat
    var hasInvertedInk: Bool
    var space: OutputColorSpace
  }

  private let recent: Mutex<RecentValues<Wish, ColorJudgement>>

  /// Remembers so many conversions; one of ink takes about 1.5 MiB, the others less.
  public init(maximumConversionCount: Int = 16) {
    recent = Mutex(RecentValues(maximumCount: maximumConversionCount))
  }

  /// How pixels get into `space` which a file of such a header describes; the first time that a profile is met
  /// this takes some milliseconds.
  ///
  /// `format` is that of the pixels. Ink without a profile of its own is no colour yet: there is no conversion.
  public func judgement(
    _ color: ColorInformation, _ model: ColorModel, _ format: PixelFormat, for space: OutputColorSpace
  ) -> ColorJudgement {
    guard space != .asStored else { return ColorJudgement() }
    let wish = Wish(color, model, format, space)
    return wish.isGranted ? ColorJudgement() : judgement(wish)
  }

  private func judgement(_ wish: Wish) -> ColorJudgement {
    if let known = recent.withLock({ $0[wish] }) { return known }
    let made = make(wish)
    recent.withLock { $0[wish] = made }
    return made
  }

  private func make(_ wish: Wish) -> ColorJudgement {
    // Whether there is anything to do shows in 8 bits.
    if wish.format.bitsPerSample > 8 {
      var shallow = wish
      shallow.format = wish.format == .gray16 ? .gray8 : .rgba8
      let judgement = judgement(shallow)
      guard judgement.conversion != nil else { return judgement }
    }
    do throws(ColorFault) {
      let conversion = ColorConversion(try wish.rows(), from: wish.format, to: wish.space)
      return ColorJudgement(conversion: conversion.changesNothing ? nil : conversion)
    } catch {
      let plain = Wish(ColorInformation(), wish.model, wish.format, wish.space)
      var judgement = plain.isGranted ? ColorJudgement() : judgement(plain)
      let consequence =
        wish.model == .cmyk ? "The ink is taken to have no profile" : "The colours are taken as sRGB"
      judgement.fault = "\(consequence): \(error.reason)"
      return judgement
    }
  }
}

extension ColorConverter.Wish {
  init(_ color: ColorInformation, _ model: ColorModel, _ format: PixelFormat, _ space: OutputColorSpace) {
    self.space = space
    if model == .cmyk, format == .cmyk8, let profile = color.iccProfile {
      self.profile = .icc(ICCProfile(profile))
      (self.model, self.format) = (.cmyk, .cmyk8)
      hasInvertedInk = color.hasInvertedCMYK
    } else {
      // Of ink that became colour, or will, without its profile, nothing is said.
      profile = model == .cmyk ? .untagged : color.profile
      self.model = model == .cmyk ? .rgb : model
      self.format = Self.rowFormat(for: format, self.model)
      hasInvertedInk = false
    }
  }

  /// What rows are converted in: with straight alpha, and with colour where the file has some.
  private static func rowFormat(for format: PixelFormat, _ model: ColorModel) -> PixelFormat {
    switch format {
    case .rgba8, .rgba16: format
    case .rgba8Premultiplied, .cmyk8: .rgba8
    case .gray8, .grayAlpha8: model == .gray ? format : .rgba8
    case .gray16: model == .gray ? format : .rgba16
    }
  }

  /// Whether the colours are those already.
  var isGranted: Bool {
    switch profile {
    case .untagged, .sRGB: space == .sRGB
    case .displayP3: space == .displayP3
    case .icc, .calibrated, .cicp: false
    }
  }
}
