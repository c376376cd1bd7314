/// The bytes by which files of a format are known: `bytes` at `offset`, compared under `mask`.
public struct FormatSignature: Sendable, Hashable {
  public var offset: Int
  public var bytes: [UInt8]
  /// Which bits count; `nil`: all.
  public var mask: [UInt8]?

  public init(offset: Int = 0, bytes: [UInt8], mask: [UInt8]? = nil) {
    self.offset = offset
    self.bytes = bytes
    self.mask = mask
  }

  /// How many bytes of a file are needed to decide.
  public var requiredByteCount: Int { offset + bytes.count }

  /// Whether a file which begins with `prefix` has this signature; false while it is too short.
  public func matches(_ prefix: some RandomAccessCollection<UInt8>) -> Bool {
    guard prefix.count >= requiredByteCount else { return false }
    let window = prefix.dropFirst(offset)
    guard let mask else { return window.starts(with: bytes) }
    return zip(window, zip(bytes, mask)).allSatisfy { byte, wanted in
      byte & wanted.1 == wanted.0 & wanted.1
    }
  }
}
