import CLazuliGIF
import LazuliABI
import LazuliPluginKit

/// The rows of a frame as indices, in the order in which they are stored.
///
/// giflib decodes. Where it refuses or gives up, the plugin's own LZW goes over the frame again, for the
/// rest of a row that giflib drops.
final class IndexRows {
  /// What came of asking for a row.
  enum Outcome {
    case row
    /// The data end or are damaged behind so many pixels of the row; there is no further row.
    case cut(at: Int)
    /// Bounded work was done: ask again.
    case busy
  }

  /// What the decoders and a row need, giflib's private part included.
  static let byteCount = 40_000 + LZWDecoder.byteCount + rowByteCount
  private static let rowByteCount = 65_536
  /// Pixels which are decoded again in one step.
  private static let skipCount = 1 << 18

  /// The row that was asked for last.
  let indices: UnsafeMutablePointer<UInt8>
  private let frames: OpaquePointer
  private var own: LZWDecoder
  private var isOwn = false
  private var codeSize: UInt8 = 0
  private var data = UnsafeRawBufferPointer(start: nil, count: 0)
  private var width = 0
  /// Rows that were given.
  private var count = 0
  /// Rows that the own decoder has behind it.
  private var ownCount = 0
  /// giflib's code, when it gave up.
  private(set) var libraryCode: Int32 = 0

  private init(own: LZWDecoder, frames: OpaquePointer, row: UnsafeMutableRawPointer) {
    self.own = own
    self.frames = frames
    indices = row.bindMemory(to: UInt8.self, capacity: Self.rowByteCount)
  }

  /// Not an initialiser: those which throw halfway leak in Embedded Swift.
  static func make() throws(PluginError) -> IndexRows {
    let own = try LZWDecoder()
    let row = malloc(rowByteCount)
    guard let row, let frames = lzlgif_create() else {
      own.destroy()
      free(row)
      throw PluginError(LZL_ERROR_OUT_OF_MEMORY, "No memory for the decoder")
    }
    return IndexRows(own: own, frames: frames, row: row)
  }

  deinit {
    own.destroy()
    lzlgif_destroy(frames)
    free(indices)
  }

  /// Begins a frame; `data` are its sub-blocks and stay until its last row.
  func begin(width: Int, height: Int, codeSize: UInt8, _ data: UnsafeRawBufferPointer) {
    self.codeSize = codeSize
    self.data = data
    self.width = width
    count = 0
    libraryCode = lzlgif_begin(
      frames, UInt16(clamping: width), UInt16(clamping: height), codeSize,
      data.bindMemory(to: UInt8.self).baseAddress, data.count)
    isOwn = false
    if libraryCode != 0 { turnOver() }
  }

  func next() -> Outcome {
    if !isOwn {
      libraryCode = lzlgif_row(frames, indices, UInt16(clamping: width))
      if libraryCode == 0 {
        count += 1
        return .row
      }
      turnOver()
    }
    return skip() ? ownRow() : .busy
  }

  private func turnOver() {
    isOwn = true
    ownCount = 0
    own.begin(codeSize: codeSize, data)
  }

  /// Brings the own decoder to where giflib stopped; false when that takes another step.
  private func skip() -> Bool {
    var left = Self.skipCount
    while ownCount < count, left > 0 {
      if own.decode(into: indices, count: width) < width { ownCount = count } else { ownCount += 1 }
      left -= width
    }
    return ownCount >= count
  }

  private func ownRow() -> Outcome {
    let done = own.decode(into: indices, count: width)
    guard done == width else { return .cut(at: done) }
    count += 1
    ownCount = count
    return .row
  }
}
