import LazuliABI

/// An extension being read, sub-block by sub-block (GIF89a, 23 to 26).
struct GIFExtension {
  /// What an extension turned out to be.
  enum Content {
    case control(GIFControl)
    /// How often the animation is repeated, 0 for ever.
    case loop(UInt16)
    case item(kind: UInt32, bytes: [UInt8])
    /// Metadata above the limit.
    case tooLarge
    case nothing
  }

  private enum Kind {
    case control, comment, application, loop, profile, packet, other
  }

  private var kind: Kind
  private var content = Content.nothing
  private var bytes: [UInt8] = []
  private var isTooLarge = false
  private let capacity: Int

  /// At most `capacity` bytes of metadata are kept.
  init(label: UInt8, capacity: Int) {
    self.capacity = capacity
    kind =
      switch label {
      case 0xF9: .control
      case 0xFE: .comment
      case 0xFF: .application
      default: .other
      }
  }

  /// Takes a sub-block with its length in front.
  mutating func take(_ block: UnsafeRawBufferPointer) {
    let data = UnsafeRawBufferPointer(rebasing: block[1...])
    switch kind {
    case .control:
      content = .control(GIFControl(data))
      kind = .other
    case .application: kind = Self.application(data)
    case .loop: takeLoop(data)
    case .comment, .profile: keep(data)
    case .packet: keep(block)
    case .other: break
    }
  }

  /// Called at the terminator.
  func finished() -> Content {
    if isTooLarge { return .tooLarge }
    switch kind {
    case .comment: return item(LZL_METADATA_TEXT, commentText(bytes))
    case .profile: return item(LZL_METADATA_ICC, bytes)
    case .packet: return item(LZL_METADATA_XMP, packet(bytes))
    default: return content
    }
  }

  private func item(_ kind: UInt32, _ bytes: [UInt8]) -> Content {
    bytes.isEmpty ? .nothing : .item(kind: kind, bytes: bytes)
  }

  private mutating func keep(_ data: UnsafeRawBufferPointer) {
    guard !isTooLarge, bytes.count + data.count <= capacity else {
      isTooLarge = true
      bytes = []
      return
    }
    bytes.append(contentsOf: data)
  }

  /// Sub-block 1 of the looping extension; 2 is a buffer size, which nobody needs.
  private mutating func takeLoop(_ data: UnsafeRawBufferPointer) {
    guard data.count >= 3, data[0] & 7 == 1 else { return }
    content = .loop(data.word(at: 1))
  }

  private static func application(_ name: UnsafeRawBufferPointer) -> Kind {
    func isNamed(_ text: StaticString) -> Bool {
      name.elementsEqual(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }
    if isNamed("NETSCAPE2.0") || isNamed("ANIMEXTS1.0") { return .loop }
    if isNamed("XMP DataXMP") { return .packet }
    if isNamed("ICCRGBG1012") { return .profile }
    return .other
  }
}
