import LazuliABI
import LazuliPluginKit

/// What stands beside the pixels, collected from APP1, APP2 and COM segments within a budget.
struct JPEGMetadata {
  private static let exifSignature: StaticString = "Exif\0\0"
  private static let xmpSignature: StaticString = "http://ns.adobe.com/xap/1.0/\0"

  /// What keeping an item costs beside its bytes, so that the budget bounds empty ones too.
  private static let itemCost: UInt64 = 64

  private let limits: PluginLimits
  private var byteCount: UInt64 = 0
  private var isLeavingOut = false
  private var assembly = ICCAssembly()
  private var exif: [UInt8]?
  private var xmp: [UInt8]?
  private var comments: [[UInt8]] = []
  private(set) var icc: [UInt8]?
  /// 1 to 8, 0 when nothing was said.
  private(set) var orientation: UInt32 = 0

  init(limits: PluginLimits) {
    self.limits = limits
  }

  /// Keeps what a segment holds, and answers what is to be told of it.
  mutating func take(marker: UInt32, _ segment: UnsafeRawBufferPointer) -> [DecoderStep] {
    switch marker {
    case 0xE1 where exif == nil && segment.hasPrefix(Self.exifSignature): takeExif(segment)
    case 0xE1 where xmp == nil && segment.hasPrefix(Self.xmpSignature): takeXMP(segment)
    case 0xE2 where icc == nil && ICCAssembly.isPart(segment): takeICC(segment)
    case 0xFE: takeComment(segment)
    default: []
    }
  }

  /// Called where the pixels begin: the profile has to be whole by now.
  mutating func finishICC() -> [DecoderStep] {
    icc = assembly.profile
    if let icc { return [.metadata(kind: LZL_METADATA_ICC, index: 0, size: icc.count)] }
    guard assembly.isInvalid, !isLeavingOut else { return [] }
    return [.warning(.corrupt("The colour profile is left out: its parts do not fit together"))]
  }

  func bytes(kind: UInt32, index: UInt32) -> [UInt8]? {
    switch kind {
    case LZL_METADATA_TEXT: index < comments.count ? comments[Int(index)] : nil
    case LZL_METADATA_ICC where index == 0: icc
    case LZL_METADATA_EXIF where index == 0: exif
    case LZL_METADATA_XMP where index == 0: xmp
    default: nil
    }
  }

  private mutating func takeExif(_ segment: UnsafeRawBufferPointer) -> [DecoderStep] {
    if let warning = spend(segment.count) { return warning }
    let bytes = [UInt8](segment.dropFirst(Self.exifSignature.utf8CodeUnitCount))
    exif = bytes
    orientation = ExifOrientation.find(in: bytes)
    return [.metadata(kind: LZL_METADATA_EXIF, index: 0, size: bytes.count)]
  }

  private mutating func takeXMP(_ segment: UnsafeRawBufferPointer) -> [DecoderStep] {
    if let warning = spend(segment.count) { return warning }
    let bytes = [UInt8](segment.dropFirst(Self.xmpSignature.utf8CodeUnitCount))
    xmp = bytes
    return [.metadata(kind: LZL_METADATA_XMP, index: 0, size: bytes.count)]
  }

  private mutating func takeICC(_ segment: UnsafeRawBufferPointer) -> [DecoderStep] {
    if let warning = spend(segment.count) {
      assembly.drop()
      return warning
    }
    assembly.add(segment)
    return []
  }

  private mutating func takeComment(_ segment: UnsafeRawBufferPointer) -> [DecoderStep] {
    if let warning = spend(segment.count) { return warning }
    let text = CommentText.make(from: segment)
    comments.append(text)
    return [.metadata(kind: LZL_METADATA_TEXT, index: UInt32(clamping: comments.count - 1), size: text.count)]
  }

  /// `nil` when there is room for so much more; else what is to be told, once.
  private mutating func spend(_ count: Int) -> [DecoderStep]? {
    let sum = byteCount + UInt64(count) + Self.itemCost
    do throws(PluginError) {
      try limits.check(metadataByteCount: sum)
      byteCount = sum
      return nil
    } catch {
      defer { isLeavingOut = true }
      return isLeavingOut ? [] : [.warning(error)]
    }
  }
}
