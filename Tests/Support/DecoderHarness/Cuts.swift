import LazuliABI
import LazuliTestSupport

/// How a file is cut into chunks.
public enum Cuts: Sendable {
  /// One chunk, final and stable: the whole input at rest.
  case atRest
  /// One chunk which does not stay.
  case single
  /// A byte each, and an empty chunk that says that it was the last.
  case bytes
  /// Pieces of 1 to 200 bytes, empty ones among them.
  case random(seed: UInt64)

  /// The chunks, the last of them final.
  public func chunks(of bytes: [UInt8]) -> [(range: Range<Int>, flags: UInt32)] {
    let all = bytes.indices
    switch self {
    case .atRest: return [(all, LZL_CHUNK_FINAL | LZL_CHUNK_STABLE)]
    case .single: return [(all, LZL_CHUNK_FINAL)]
    case .bytes: return all.map { ($0..<($0 + 1), 0) } + [(all.endIndex..<all.endIndex, LZL_CHUNK_FINAL)]
    case .random(let seed): return Self.pieces(all.count, seed)
    }
  }

  private static func pieces(_ count: Int, _ seed: UInt64) -> [(range: Range<Int>, flags: UInt32)] {
    var random = SeededGenerator(seed)
    var pieces: [(range: Range<Int>, flags: UInt32)] = []
    var start = 0
    repeat {
      let longest = Bool.random(using: &random) ? 8 : 200
      let end = min(count, start + Int.random(in: 0...longest, using: &random))
      pieces.append((start..<end, end == count ? LZL_CHUNK_FINAL : 0))
      start = end
    } while start < count
    return pieces
  }
}
