import CLazuliPNG
import LazuliABI
import LazuliPluginKit

/// What a file says beside its pixels, ahead of them.
struct AncillaryChunks {
  let image: lzl_encode_image
  /// Whether the profile is one of such pixels; another one is left out.
  let hasProfile: Bool

  func write(to output: inout PluginOutput) throws(PluginError) {
    try writeColor(&output)
    try writeDimensions(&output)
    try writeExif(&output)
    try writeXMP(&output)
    for text in image.encodedTexts { try TextChunk(text).write(to: &output) }
  }

  /// Of a profile and sRGB only one may be there (PNG third edition, 5.6).
  private func writeColor(_ output: inout PluginOutput) throws(PluginError) {
    let color = image.color
    if color.flags & LZL_COLOR_CICP != 0 {
      let points = color.cicp
      try ChunkWriter.write(.codePoints, [points.0, points.1, points.2, points.3], to: &output)
    }
    if hasProfile {
      let profile = try Blob.deflating(UnsafeRawBufferPointer(image.icc))
      try ChunkWriter.write(.profile, Array("ICC profile".utf8) + [0, 0], profile.bytes, to: &output)
    } else if color.flags & LZL_COLOR_SRGB != 0 {
      try ChunkWriter.write(.standardRGB, [UInt8(min(color.rendering_intent, 3))], to: &output)
    }
    if color.flags & LZL_COLOR_GAMMA != 0, color.gamma > 0 {
      try ChunkWriter.write(.gamma, color.gamma.bigEndianBytes, to: &output)
    }
    if color.flags & LZL_COLOR_CHROMATICITIES != 0 {
      let values = withUnsafeBytes(of: color.chromaticities) { bytes in
        bytes.bindMemory(to: UInt32.self).flatMap { $0.bigEndianBytes }
      }
      try ChunkWriter.write(.chromaticities, values, to: &output)
    }
  }

  private func writeDimensions(_ output: inout PluginOutput) throws(PluginError) {
    let (x, y) = (image.pixels_per_metre_x, image.pixels_per_metre_y)
    guard x > 0, y > 0 else { return }
    try ChunkWriter.write(.dimensions, x.bigEndianBytes + y.bigEndianBytes + [1], to: &output)
  }

  /// PNG has no other place for the orientation: without EXIF a small one is made for it.
  private func writeExif(_ output: inout PluginOutput) throws(PluginError) {
    if let exif = Exif.tiff(in: UnsafeRawBufferPointer(image.exif)) {
      try ChunkWriter.write(.exif, [], exif, to: &output)
    } else if (2...8).contains(image.orientation) {
      try ChunkWriter.write(.exif, Exif.holding(orientation: UInt8(image.orientation)), to: &output)
    }
  }

  private func writeXMP(_ output: inout PluginOutput) throws(PluginError) {
    guard image.xmp.size > 0 else { return }
    // Behind the keyword: not compressed, no language, no translated keyword.
    let front = Array("XML:com.adobe.xmp".utf8) + [0, 0, 0, 0, 0]
    try ChunkWriter.write(.internationalText, front, UnsafeRawBufferPointer(image.xmp), to: &output)
  }
}

extension UnsafeRawBufferPointer {
  init(_ bytes: lzl_bytes) {
    self.init(start: bytes.data, count: bytes.data == nil ? 0 : Int(clamping: bytes.size))
  }
}
