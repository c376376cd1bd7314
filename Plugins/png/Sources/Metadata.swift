import LazuliABI
import LazuliPluginKit

/// What the file holds beside its pixels, within the limit on metadata.
struct Metadata {
  /// What the host has not been told yet.
  private(set) var announcements: [DecoderStep] = []
  private(set) var orientation: UInt32 = 0
  private let limits: PluginLimits
  private var byteCount: UInt64 = 0
  private var profile: Blob?
  private var exif: Blob?
  private var xmp: Blob?
  private var texts: [Blob] = []

  /// Counted for each item beside its bytes, so that many empty ones are not free.
  private static let itemByteCount: UInt64 = 64

  init(limits: PluginLimits) { self.limits = limits }

  var profileByteCount: Int? { profile?.count }

  /// Whether a chunk of this length may be looked at.
  func hasRoom(for length: UInt32) -> Bool {
    UInt64(length) <= limits.values.maximum_metadata_bytes
  }

  mutating func takeAnnouncements() -> [DecoderStep] {
    defer { announcements = [] }
    return announcements
  }

  func item(kind: UInt32, index: UInt32) -> Blob? {
    switch kind {
    case LZL_METADATA_ICC where index == 0: profile
    case LZL_METADATA_EXIF where index == 0: exif
    case LZL_METADATA_XMP where index == 0: xmp
    case LZL_METADATA_TEXT where Int(index) < texts.count: texts[Int(index)]
    default: nil
    }
  }

  /// From iCCP (PNG third edition, 11.3.2.3).
  mutating func readProfile(_ chunk: Chunk) throws(PluginError) {
    guard profile == nil else { throw chunk.fault("is there twice") }
    let (_, body) = try keyword(of: chunk)
    guard body.first == 0 else { throw chunk.fault("has an unknown compression method") }
    let blob = try Blob.inflating(body.dropping(1), limit: room)
    guard blob.count >= 128 else { throw chunk.fault("holds no ICC profile") }
    try keep(blob, as: LZL_METADATA_ICC)
    profile = blob
  }

  /// From eXIf (11.3.4.6).
  mutating func readExif(_ chunk: Chunk) throws(PluginError) {
    guard exif == nil else { throw chunk.fault("is there twice") }
    guard let tiff = Exif.tiff(in: chunk.body) else { throw chunk.fault("holds no EXIF") }
    let blob = try Blob.copying(tiff)
    try keep(blob, as: LZL_METADATA_EXIF)
    exif = blob
    orientation = Exif.orientation(in: tiff)
  }

  /// For an orientation that the header could not tell.
  mutating func announceOrientation() {
    guard orientation != 0 else { return }
    announcements.append(.value(kind: LZL_METADATA_ORIENTATION, UInt64(orientation)))
  }

  /// From tEXt and zTXt (11.3.3), which are Latin-1.
  mutating func readText(_ chunk: Chunk) throws(PluginError) {
    let (keyword, body) = try keyword(of: chunk)
    guard chunk.type == .compressedText else { return try keepText(keyword, latin1: body) }
    guard body.first == 0 else { throw chunk.fault("has an unknown compression method") }
    let text = try Blob.inflating(body.dropping(1), limit: room)
    try keepText(keyword, latin1: text.bytes)
  }

  /// From iTXt (11.3.3.4), where XMP lives too.
  mutating func readInternationalText(_ chunk: Chunk) throws(PluginError) {
    let (keyword, body) = try keyword(of: chunk)
    guard body.count >= 2, let (_, behindLanguage) = body.dropping(2).splitAtZero(),
      let (_, content) = behindLanguage.splitAtZero()
    else { throw chunk.fault("ends too early") }
    guard body[0] != 0 else { return try keepText(keyword, utf8: content, chunk) }
    guard body[0] == 1, body[1] == 0 else { throw chunk.fault("has an unknown compression method") }
    let text = try Blob.inflating(content, limit: room)
    try keepText(keyword, utf8: text.bytes, chunk)
  }

  private var room: UInt64 {
    let limit = limits.values.maximum_metadata_bytes
    return limit > byteCount ? limit - byteCount : 0
  }

  private func keyword(
    of chunk: Chunk
  ) throws(PluginError) -> (keyword: UnsafeRawBufferPointer, body: UnsafeRawBufferPointer) {
    guard let (keyword, body) = chunk.body.splitAtZero(), (1...79).contains(keyword.count) else {
      throw chunk.fault("has no keyword")
    }
    return (keyword, body)
  }

  private mutating func keepText(
    _ keyword: UnsafeRawBufferPointer, utf8 text: UnsafeRawBufferPointer, _ chunk: Chunk
  ) throws(PluginError) {
    guard isUTF8(text) else { throw chunk.fault("is not UTF-8") }
    guard keyword.elementsEqual("XML:com.adobe.xmp".utf8) else {
      let blob = try Blob.empty(capacity: keyword.count * 2 + 1 + text.count)
      blob.append(latin1: keyword)
      blob.append(0)
      blob.append(text)
      return try keepText(blob)
    }
    guard xmp == nil else { throw chunk.fault("holds XMP a second time") }
    let blob = try Blob.copying(text)
    try keep(blob, as: LZL_METADATA_XMP)
    xmp = blob
  }

  private mutating func keepText(
    _ keyword: UnsafeRawBufferPointer, latin1 text: UnsafeRawBufferPointer
  ) throws(PluginError) {
    let wideCount = text.lazy.filter { $0 >= 0x80 }.count
    let blob = try Blob.empty(capacity: keyword.count * 2 + 1 + text.count + wideCount)
    blob.append(latin1: keyword)
    blob.append(0)
    blob.append(latin1: text)
    try keepText(blob)
  }

  private mutating func keepText(_ blob: Blob) throws(PluginError) {
    try keep(blob, as: LZL_METADATA_TEXT, index: UInt32(clamping: texts.count))
    texts.append(blob)
  }

  private mutating func keep(_ blob: Blob, as kind: UInt32, index: UInt32 = 0) throws(PluginError) {
    let (total, overflow) = byteCount.addingReportingOverflow(UInt64(blob.count) + Self.itemByteCount)
    try limits.check(metadataByteCount: overflow ? LZL_UNKNOWN : total)
    byteCount = total
    announcements.append(.metadata(kind: kind, index: index, size: blob.count))
  }
}

extension Blob {
  /// Appends Latin-1 as UTF-8.
  fileprivate func append(latin1 text: UnsafeRawBufferPointer) {
    for byte in text {
      if byte < 0x80 {
        append(byte)
      } else {
        append(0xC0 | byte >> 6)
        append(0x80 | byte & 0x3F)
      }
    }
  }
}

private func isUTF8(_ bytes: UnsafeRawBufferPointer) -> Bool {
  (try? UTF8Span(validating: Span(_unsafeElements: bytes.assumingMemoryBound(to: UInt8.self)))) != nil
}
