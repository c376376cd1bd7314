import LazuliCore

/// The encoded bytes of one image on their way to a decoder, and those which were there already.
///
/// What was given out is kept for a second decoder until `forget`. Small pieces are gathered when
/// they are kept, so that a file which comes byte by byte does not cost a hundred times its size.
struct EncodedInput {
  /// What to feed next.
  struct Piece {
    var chunk: ByteChunk
    var isFinal: Bool
    /// It is the whole input, at rest.
    var isWhole: Bool
  }

  private var waiting: [ByteChunk] = []
  private var next = 0
  private var kept = KeptBytes()
  private var keeps = true
  private var hasFed = false
  private var hasFedFinal = false
  /// Whether nothing more will be appended.
  private(set) var isEnded = false
  /// The bytes appended so far.
  private(set) var byteCount = 0
  /// What they weigh, see `ByteChunk.weight`.
  private(set) var weight = 0
  /// What those of them weigh which were given out.
  private(set) var fedWeight = 0

  init() {}

  /// Everything at hand.
  init(whole chunks: [ByteChunk]) {
    for chunk in chunks { append(chunk) }
    end()
  }

  mutating func append(_ chunk: ByteChunk) {
    waiting.append(chunk)
    byteCount += chunk.count
    weight += chunk.weight
  }

  mutating func end() {
    isEnded = true
  }

  /// The next piece, `nil` when there is none so far.
  mutating func take() -> Piece? {
    guard next < waiting.count else { return takeEmptyEnd() }
    let chunk = waiting[next]
    next += 1
    let isFinal = isEnded && next == waiting.count
    let piece = Piece(chunk: chunk, isFinal: isFinal, isWhole: isFinal && !hasFed)
    hasFed = true
    hasFedFinal = isFinal
    fedWeight += chunk.weight
    if keeps { kept.append(chunk) }
    dropTaken()
    return piece
  }

  /// All in one piece, once it has ended; for a decoder which wants it so. Nothing was taken before.
  mutating func takeWhole() -> Piece? {
    guard isEnded else { return nil }
    let whole = ByteChunk.joined(Array(waiting[next...]))
    waiting = [whole]
    next = 0
    defer { fedWeight = weight }
    return take()
  }

  /// From the first byte again, for another decoder.
  mutating func rewind() {
    let all = allChunks
    waiting = all
    next = 0
    kept = KeptBytes()
    hasFed = false
    hasFedFinal = false
    fedWeight = 0
  }

  /// There will be no `rewind`.
  mutating func forget() {
    keeps = false
    kept = KeptBytes()
  }

  /// All bytes, unless `forget` was called.
  var allChunks: [ByteChunk] { kept.chunks + waiting[next...] }

  /// The first bytes, `count` at the most.
  func prefix(_ count: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    for chunk in waiting[next...] where bytes.count < count {
      chunk.withUnsafeBytes { bytes.append(contentsOf: $0.prefix(count - bytes.count)) }
    }
    return bytes
  }

  private mutating func takeEmptyEnd() -> Piece? {
    guard isEnded, !hasFedFinal else { return nil }
    hasFedFinal = true
    return Piece(chunk: ByteChunk([]), isFinal: true, isWhole: !hasFed)
  }

  private mutating func dropTaken() {
    guard next == waiting.count || next >= 64 else { return }
    waiting.removeFirst(next)
    next = 0
  }
}

/// Bytes that were used and may be needed again, in pieces worth their overhead.
private struct KeptBytes {
  private static let smallByteCount = 4096
  private var whole: [ByteChunk] = []
  private var tail: [UInt8] = []

  mutating func append(_ chunk: ByteChunk) {
    if chunk.count >= Self.smallByteCount {
      flush()
      whole.append(chunk)
    } else {
      chunk.withUnsafeBytes { tail.append(contentsOf: $0) }
      if tail.count >= 16 * Self.smallByteCount { flush() }
    }
  }

  var chunks: [ByteChunk] { tail.isEmpty ? whole : whole + [ByteChunk(tail)] }

  private mutating func flush() {
    guard !tail.isEmpty else { return }
    whole.append(ByteChunk(tail))
    tail.removeAll(keepingCapacity: true)
  }
}
