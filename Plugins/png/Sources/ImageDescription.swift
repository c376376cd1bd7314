import LazuliABI
import LazuliPluginKit

/// What the chunks ahead of the pixels say of them.
struct ImageDescription {
  let width: UInt32
  let height: UInt32
  let bitDepth: UInt8
  let colorType: UInt8
  let isInterlaced: Bool
  private(set) var palette: [UInt8] = []
  private(set) var transparency: [UInt8] = []
  private(set) var color = lzl_color()
  private(set) var pixelsPerMetre: (x: UInt32, y: UInt32) = (0, 0)

  /// From IHDR (PNG third edition, 11.2.1).
  init(_ chunk: Chunk) throws(PluginError) {
    try chunk.requireSize(13)
    let body = chunk.body
    width = body.bigEndian32(at: 0)
    height = body.bigEndian32(at: 4)
    bitDepth = body[8]
    colorType = body[9]
    isInterlaced = body[12] == 1
    guard width > 0, height > 0, width <= Int32.max, height <= Int32.max else {
      throw chunk.fault("has an impossible size")
    }
    guard Self.depths(of: colorType).contains(bitDepth) else {
      throw chunk.fault("has an unknown colour type or bit depth")
    }
    guard body[10] == 0, body[11] == 0, body[12] <= 1 else {
      throw chunk.fault("has an unknown compression, filter or interlace method")
    }
  }

  private static func depths(of colorType: UInt8) -> [UInt8] {
    switch colorType {
    case 0: [1, 2, 4, 8, 16]
    case 3: [1, 2, 4, 8]
    case 2, 4, 6: [8, 16]
    default: []
    }
  }

  var hasPalette: Bool { colorType == 3 }
  var hasAlpha: Bool { colorType & 4 != 0 || !transparency.isEmpty }
  private var isGray: Bool { colorType & 2 == 0 }

  /// The format that loses nothing.
  var nativeFormat: UInt32 {
    switch (isGray, hasAlpha, bitDepth == 16) {
    case (true, false, false): LZL_FORMAT_GRAY8
    case (true, true, false): LZL_FORMAT_GRAYA8
    case (true, false, true): LZL_FORMAT_GRAY16
    case (_, _, true): LZL_FORMAT_RGBA16
    default: LZL_FORMAT_RGBA8
    }
  }

  /// What `configure` may ask for.
  var formats: UInt32 {
    let deep = bitDepth == 16 ? LZL_FORMAT_BIT_RGBA16 : 0
    return 1 << nativeFormat | LZL_FORMAT_BIT_RGBA8 | deep
  }

  var samplesPerPixel: UInt32 {
    switch colorType {
    case 2: 3
    case 4: 2
    case 6: 4
    default: 1
    }
  }
}

extension ImageDescription {
  /// From PLTE (11.2.2); one that is only a suggestion is not kept.
  mutating func readPalette(_ chunk: Chunk) throws(PluginError) {
    let count = chunk.body.count
    guard count > 0, count <= 768, count % 3 == 0 else { throw chunk.fault("has the wrong size") }
    guard hasPalette else { return }
    guard palette.isEmpty else { throw chunk.fault("is there twice") }
    palette = [UInt8](chunk.body.prefix(3 << Int(bitDepth)))
  }

  /// From tRNS (11.3.1.1).
  mutating func readTransparency(_ chunk: Chunk) throws(PluginError) {
    guard transparency.isEmpty else { throw chunk.fault("is there twice") }
    let count = chunk.body.count
    let isRight =
      switch colorType {
      case 0: count == 2
      case 2: count == 6
      case 3: count > 0 && count <= palette.count / 3
      default: false
      }
    guard isRight else { throw chunk.fault("does not fit the image") }
    transparency = [UInt8](chunk.body)
  }

  /// From sRGB, gAMA, cHRM and cICP (11.3.2); the first of a kind counts.
  mutating func readColor(_ chunk: Chunk) throws(PluginError) {
    switch chunk.type {
    case .standardRGB:
      try chunk.requireSize(1)
      guard chunk.body[0] <= 3 else { throw chunk.fault("has an unknown rendering intent") }
      try declare(LZL_COLOR_SRGB, chunk)
      color.rendering_intent = UInt32(chunk.body[0])
    case .gamma:
      try chunk.requireSize(4)
      guard chunk.body.bigEndian32(at: 0) > 0 else { throw chunk.fault("is zero") }
      try declare(LZL_COLOR_GAMMA, chunk)
      color.gamma = chunk.body.bigEndian32(at: 0)
    case .chromaticities:
      try chunk.requireSize(32)
      try declare(LZL_COLOR_CHROMATICITIES, chunk)
      withUnsafeMutableBytes(of: &color.chromaticities) { values in
        for index in 0..<8 {
          values.storeBytes(of: chunk.body.bigEndian32(at: index * 4), toByteOffset: index * 4, as: UInt32.self)
        }
      }
    default:
      try chunk.requireSize(4)
      try declare(LZL_COLOR_CICP, chunk)
      color.cicp = (chunk.body[0], chunk.body[1], chunk.body[2], chunk.body[3])
    }
  }

  mutating func declareProfile(byteCount: Int) {
    color.flags |= LZL_COLOR_ICC
    color.icc_size = UInt64(byteCount)
  }

  /// From pHYs (11.3.4.3); without a unit it says nothing of metres.
  mutating func readDimensions(_ chunk: Chunk) throws(PluginError) {
    try chunk.requireSize(9)
    guard chunk.body[8] == 1 else { return }
    pixelsPerMetre = (chunk.body.bigEndian32(at: 0), chunk.body.bigEndian32(at: 4))
  }

  private mutating func declare(_ flag: UInt32, _ chunk: Chunk) throws(PluginError) {
    guard color.flags & flag == 0 else { throw chunk.fault("is there twice") }
    color.flags |= flag
  }
}

extension ImageDescription {
  /// The still image's header; an animation adds its own.
  func makeHeader(orientation: UInt32) -> lzl_header {
    var header = lzl_header()
    header.width = width
    header.height = height
    header.frame_count = 1
    header.play_count = 1
    header.flags = (hasAlpha ? LZL_HEADER_HAS_ALPHA : 0) | (isInterlaced ? LZL_HEADER_PASSES : 0)
    header.native_format = nativeFormat
    header.formats = formats
    header.bits_per_sample = UInt32(bitDepth)
    header.samples_per_pixel = samplesPerPixel
    header.orientation = orientation
    header.pixels_per_metre_x = pixelsPerMetre.x
    header.pixels_per_metre_y = pixelsPerMetre.y
    header.color = color
    return header
  }
}
