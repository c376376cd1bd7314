/// Counts the images of a file that is all there, by walking its blocks without decoding.
struct FrameCounter {
  private enum Place {
    case block
    /// At the length of a sub-block.
    case data
    case end
  }

  /// Images so far.
  private(set) var count = 1
  private var position = 1
  private var place = Place.data

  /// Starts behind the first image's descriptor and colour table, at its code size.
  init() {}

  /// Goes on by `budget` blocks at the most; true when the end was reached.
  mutating func advance(_ bytes: UnsafeRawBufferPointer, budget: Int) -> Bool {
    for _ in 0..<budget {
      guard position < bytes.count else { return true }
      switch place {
      case .block: readBlock(bytes)
      case .data: readLength(bytes[position])
      case .end: return true
      }
    }
    return false
  }

  private mutating func readLength(_ length: UInt8) {
    position += 1 + Int(length)
    if length == 0 { place = .block }
  }

  private mutating func readBlock(_ bytes: UnsafeRawBufferPointer) {
    switch bytes[position] {
    case BlockMark.padding: position += 1
    case BlockMark.extension:
      position += 2
      place = .data
    case BlockMark.image: readImage(UnsafeRawBufferPointer(rebasing: bytes[position...]))
    default: place = .end
    }
  }

  private mutating func readImage(_ bytes: UnsafeRawBufferPointer) {
    guard let size = GIFImage.byteCount(bytes) else {
      place = .end
      return
    }
    count += 1
    position += size + 1
    place = .data
  }
}
