import LazuliPluginKit

/// Compresses the indices of a frame, in steps.
final class ImageWriter {
  private let box: PixelBox
  private let width: Int
  private let indices: Memory<UInt8>
  private var coder: LZWEncoder
  private var row: Int

  private static let pixelsPerStep = 1 << 16

  /// Behind the image descriptor; `width` is the canvas's.
  init(_ frame: IndexedFrame, _ indices: Memory<UInt8>, width: Int) {
    (box, row, self.width) = (frame.box, frame.box.top, width)
    self.indices = indices
    coder = LZWEncoder(codeSize: frame.codeSize)
  }

  var isComplete: Bool { row == box.bottom }

  func step(output: inout PluginOutput) throws(PluginError) {
    let end = min(box.bottom, row + Self.pixelsPerStep / box.width + 1)
    for row in row..<end {
      coder.write(UnsafeBufferPointer(start: indices.start + row * width + box.left, count: box.width))
    }
    row = end
    if isComplete { coder.finish() }
    try output.write(coder.takeBytes())
  }
}
