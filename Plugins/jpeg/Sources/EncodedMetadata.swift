import LazuliABI
import LazuliPluginKit

/// What of an image's metadata goes into the file, as segments.
///
/// EXIF and XMP have to fit into one segment each; a profile is spread over up to 255.
struct EncodedMetadata {
  private static let segmentCapacity = 65_533

  private let image: lzl_encode_image

  init(_ image: lzl_encode_image) {
    self.image = image
  }

  func write(to writer: JPEGWriter) throws(PluginError) {
    try writeExif(to: writer)
    try writeWhole(
      image.xmp.bytes, head: "http://ns.adobe.com/xap/1.0/\0", to: writer, "The XMP data is too large for JPEG")
    try writeICC(to: writer)
    for text in image.encodedTexts { try writeComment(text, to: writer) }
  }

  /// In parts, where it is longer than a segment.
  private func writeComment(_ text: EncodedText, to writer: JPEGWriter) throws(PluginError) {
    var rest = CommentText.comment(from: text)[...]
    while !rest.isEmpty {
      let part = rest.prefix(Self.segmentCapacity)
      try writer.writeSegment(0xFE, head: Array(part), body: UnsafeRawBufferPointer(start: nil, count: 0))
      rest = rest.dropFirst(part.count)
    }
  }

  private func writeExif(to writer: JPEGWriter) throws(PluginError) {
    let tooLarge = "The EXIF data is too large for JPEG"
    if image.exif.size > 0 {
      try writeWhole(image.exif.bytes, head: "Exif\0\0", to: writer, tooLarge)
    } else if (2...8).contains(image.orientation) {
      let minimal = Self.exif(orientation: UInt8(image.orientation))
      let head = [UInt8](utf8: "Exif\0\0") + minimal
      try writer.writeSegment(0xE1, head: head, body: UnsafeRawBufferPointer(start: nil, count: 0))
    }
  }

  private func writeWhole(
    _ body: UnsafeRawBufferPointer, head: StaticString, to writer: JPEGWriter, _ tooLarge: String
  ) throws(PluginError) {
    guard !body.isEmpty else { return }
    guard body.count <= Self.segmentCapacity - head.utf8CodeUnitCount else {
      throw PluginError(LZL_ERROR_UNSUPPORTED, "\(tooLarge): at most 64 KiB fit; leave it out")
    }
    try writer.writeSegment(0xE1, head: [UInt8](utf8: head), body: body)
  }

  /// ICC.1, annex B.4: each part says its number and how many there are.
  private func writeICC(to writer: JPEGWriter) throws(PluginError) {
    let profile = image.icc.bytes
    let head = [UInt8](utf8: "ICC_PROFILE\0")
    let capacity = Self.segmentCapacity - head.count - 2
    guard profile.count <= capacity * 255 else {
      throw PluginError(LZL_ERROR_UNSUPPORTED, "The colour profile is too large for JPEG: at most 16 MiB fit")
    }
    let count = (profile.count + capacity - 1) / capacity
    for part in 0..<count {
      let start = part * capacity
      let body = UnsafeRawBufferPointer(rebasing: profile[start..<min(start + capacity, profile.count)])
      try writer.writeSegment(0xE2, head: head + [UInt8(part + 1), UInt8(count)], body: body)
    }
  }

  /// A TIFF header and a directory with the one entry.
  private static func exif(orientation: UInt8) -> [UInt8] {
    [0x4D, 0x4D, 0, 42, 0, 0, 0, 8, 0, 1]
      + [0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0]
      + [0, 0, 0, 0]
  }
}

extension lzl_bytes {
  fileprivate var bytes: UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: data, count: Int(clamping: size))
  }
}

extension [UInt8] {
  fileprivate init(utf8 text: StaticString) {
    self.init(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }
}
