import LazuliABI

/// All that came of one decoding.
public struct Decoding {
  /// Events in order, but for those which depend on how the input was cut: NEED_INPUT, CONTINUE, ROWS.
  public internal(set) var marks: [String] = []
  public internal(set) var header: lzl_header?
  public internal(set) var frames: [DecodedFrame] = []
  public internal(set) var items: [MetadataRecord] = []
  public internal(set) var warnings: [lzl_error] = []
  public internal(set) var done: lzl_done?
  public internal(set) var error: lzl_error?
  public internal(set) var rows: [lzl_rows] = []
  /// Of an image of passes with four samples a pixel, rows which held a pixel of zeros, as one that was never written,
  /// when they were told.
  public internal(set) var emptyPixelRows: Set<Int> = []
  /// Where the decoder broke the contract.
  public internal(set) var violations: [String] = []

  public var isWhole: Bool { done != nil }
  public var arePixelsUsable: Bool { (error?.flags ?? 0) & LZL_ERROR_FLAG_PIXELS_USABLE != 0 }
  public var hasRowsInOrder: Bool { (header?.flags ?? 0) & LZL_HEADER_ROWS_IN_ORDER != 0 }
  public var hasPasses: Bool { (header?.flags ?? 0) & LZL_HEADER_PASSES != 0 }

  /// The first thing that is not as in `other`, which was decoded of the same file; `nil` when all is.
  public func difference(from other: Decoding) -> String? {
    if !violations.isEmpty { return violations.joined(separator: "; ") }
    if !hasHeader(of: other) { return "the headers differ" }
    if let difference = firstDifference(marks, other.marks) { return "events: \(difference)" }
    if items != other.items { return "the metadata differs" }
    for (frame, expected) in zip(frames, other.frames) {
      if let difference = frame.difference(from: expected) { return "frame \(expected.frame.index): \(difference)" }
    }
    return nil
  }

  private func hasHeader(of other: Decoding) -> Bool {
    guard let header, let expected = other.header else { return header == nil && other.header == nil }
    let isCounted = header.frame_count != 0 && expected.frame_count != 0
    return header.bytes(isCounted: isCounted) == expected.bytes(isCounted: isCounted)
  }

  private func firstDifference(_ marks: [String], _ expected: [String]) -> String? {
    for index in 0..<max(marks.count, expected.count) {
      let mark = index < marks.count ? marks[index] : "nothing"
      let wanted = index < expected.count ? expected[index] : "nothing"
      if mark != wanted { return "\(mark) instead of \(wanted)" }
    }
    return nil
  }
}

/// One item of metadata, as announced and as fetched.
public struct MetadataRecord: Equatable, Sendable {
  public let kind: UInt32
  public let index: UInt32
  public let value: UInt64
  public let bytes: [UInt8]
}

extension lzl_header {
  /// To be compared; without a count that only a whole file tells.
  fileprivate func bytes(isCounted: Bool) -> [UInt8] {
    var header = self
    if !isCounted {
      header.frame_count = 0
      header.flags &= ~(LZL_HEADER_ANIMATED | LZL_HEADER_ROWS_IN_ORDER)
    }
    return withUnsafeBytes(of: header) { Array($0) }
  }
}
