import CLazuliGIF
import LazuliABI
import LazuliPluginKit

/// What a viewer sees of the animation, in the colours that were given, and what the last frame changed.
///
/// A pixel is seen or not: alpha below one half is transparent, and anything above it the plain colour.
/// Pixels are red, green, blue, 255 from the lowest byte on, or 0.
final class EncoderCanvas {
  let width: Int
  let height: Int
  private let pixels: Memory<UInt32>
  /// Nonzero where the frame differs from what was seen before.
  private let changes: Memory<UInt8>
  /// What lies below a frame that is to vanish again.
  private var saved: Memory<UInt32>?
  private var area = PixelBox.empty
  private var disposal = LZL_DISPOSAL_NONE
  /// All that changed, and of that what was seen and is not any more.
  private(set) var changed = PixelBox.empty
  private(set) var cleared = PixelBox.empty

  private init(width: Int, height: Int, _ pixels: Memory<UInt32>, _ changes: Memory<UInt8>) {
    (self.width, self.height) = (width, height)
    (self.pixels, self.changes) = (pixels, changes)
  }

  static func make(width: Int, height: Int) throws(PluginError) -> EncoderCanvas {
    EncoderCanvas(
      width: width, height: height, try .make(count: width * height), try .make(count: width * height))
  }

  /// Disposes of the frame before and begins another one.
  func begin(_ frame: lzl_encode_frame) throws(PluginError) {
    memset(changes.start, 0, changes.count)
    (changed, cleared) = (.empty, .empty)
    dispose()
    area = PixelBox(frame.rectangle)
    disposal = frame.disposal
    guard disposal == LZL_DISPOSAL_PREVIOUS else { return }
    if saved == nil { saved = try .make(count: width * height) }
    if let saved { memcpy(saved.start, pixels.start, pixels.count * 4) }
  }

  /// Puts a row of RGBA8 into the frame's area; with `isOver` what is transparent changes nothing.
  func put(_ source: UnsafePointer<UInt8>, row: Int, isOver: Bool) {
    let source = UnsafeRawPointer(source)
    change(row: area.top + row) { x, old in
      let given = source.loadUnaligned(fromByteOffset: x * 4, as: UInt32.self)
      let pixel = UInt32(littleEndian: given)
      return pixel >= 0x8000_0000 ? pixel | 0xFF00_0000 : isOver ? old : 0
    }
  }

  func row(_ row: Int) -> UnsafePointer<UInt32> { UnsafePointer(pixels.start + row * width) }

  func changes(inRow row: Int) -> UnsafePointer<UInt8> { UnsafePointer(changes.start + row * width) }

  private func dispose() {
    guard disposal != LZL_DISPOSAL_NONE else { return }
    let before = disposal == LZL_DISPOSAL_PREVIOUS ? saved : nil
    for row in area.rows {
      let old = before.map { $0.start + row * width + area.left }
      change(row: row) { x, _ in old?[x] ?? 0 }
    }
  }

  /// Sets the pixels of a row within the area, and keeps account of what that changes.
  @inline(__always)
  private func change(row: Int, _ pixel: (_ x: Int, _ old: UInt32) -> UInt32) {
    let target = pixels.start + row * width + area.left
    let marks = changes.start + row * width + area.left
    var (first, last, firstCleared, lastCleared) = (Int.max, -1, Int.max, -1)
    for x in 0..<area.width {
      let (old, new) = (target[x], pixel(x, target[x]))
      guard old != new else { continue }
      target[x] = new
      marks[x] = 1
      if first > x { first = x }
      last = x
      guard new == 0 else { continue }
      if firstCleared > x { firstCleared = x }
      lastCleared = x
    }
    if last >= 0 { changed.include(row: row, from: area.left + first, through: area.left + last) }
    if lastCleared >= 0 { cleared.include(row: row, from: area.left + firstCleared, through: area.left + lastCleared) }
  }
}
