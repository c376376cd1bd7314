import LazuliPluginKit

/// A frame that has its indices, but waits for what comes behind it: how it is to be disposed of depends on that.
struct IndexedFrame {
  private(set) var box: PixelBox
  let palette: FramePalette
  /// Whether the palette is that of the whole file.
  let hasCommonPalette: Bool
  /// In 1/100 s.
  let delay: UInt16
  /// What the area becomes behind it: it is left, or made transparent again.
  private(set) var isClearedAfterwards = false

  init(box: PixelBox, palette: FramePalette, isCommon: Bool, delay: UInt16) {
    (self.box, self.palette, hasCommonPalette, self.delay) = (box, palette, isCommon, delay)
  }

  /// Bits of the first codes, 2 to 8.
  var codeSize: Int { max(2, palette.bitCount) }

  /// GIF can make pixels transparent again only where the frame before was drawn: it grows to `area`.
  mutating func clearAfterwards(_ area: PixelBox, _ indices: Memory<UInt8>, width: Int) {
    let old = box
    isClearedAfterwards = true
    box.formUnion(area)
    guard let hole = palette.transparentIndex else { return }
    for row in box.rows {
      let target = indices.start + row * width
      for x in box.columns where !old.holds(row: row) || !old.columns.contains(x) { target[x] = hole }
    }
  }
}
