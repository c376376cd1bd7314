import LazuliABI
import LazuliCore

/// An encoder by name, of a loaded plugin.
struct EncoderProvider: ImageEncoderProvider, @unchecked Sendable {
  // Unchecked: tables are valid for ever and never change, by the contract.
  private let api: lzl_encoder_api
  private let settings: PluginSettings
  let plugin: String
  let format: String

  init?(_ loaded: LoadedPlugin, format: String) {
    guard let api = loaded.encoders[format] else { return nil }
    self.api = api
    self.format = format
    settings = loaded.settings
    plugin = loaded.id
  }

  var formats: Set<PixelFormat> { Set(bits: api.formats) }
  var writesAlpha: Bool { api.abilities & LZL_ENCODER_ALPHA != 0 }
  var writesAnimations: Bool { api.abilities & LZL_ENCODER_ANIMATION != 0 }

  var options: Set<EncoderOption> {
    Set(EncoderOption.allCases.filter { api.abilities & $0.ability != 0 })
  }

  var vocabulary: EncoderVocabulary {
    let words: [(UInt32, EncoderVocabulary)] = [
      (LZL_ENCODER_ICC, .iccProfile), (LZL_ENCODER_CODE_POINTS, .codePoints),
      (LZL_ENCODER_CALIBRATION, .calibration), (LZL_ENCODER_EXIF, .exif), (LZL_ENCODER_XMP, .xmp),
      (LZL_ENCODER_TEXTS, .texts),
    ]
    return words.reduce(into: []) { if api.abilities & $1.0 != 0 { $0.insert($1.1) } }
  }

  func makeEncoder(_ options: EncoderOptions, limits: DecodingLimits) throws(ImageError) -> any ImageEncoder {
    let fault = PluginFault(plugin: plugin, subject: "format \"\(format)\"", stage: .encode)
    return try EncoderAdapter(
      api, format: format, settings: settings, options: options, limits: limits, fault: fault)
  }
}

extension EncoderOption {
  /// LZL_ENCODER_…
  fileprivate var ability: UInt32 {
    switch self {
    case .quality: LZL_ENCODER_QUALITY
    case .effort: LZL_ENCODER_EFFORT
    case .chroma: LZL_ENCODER_CHROMA
    case .progressive: LZL_ENCODER_PROGRESSIVE
    case .optimized: LZL_ENCODER_OPTIMIZE
    }
  }
}
