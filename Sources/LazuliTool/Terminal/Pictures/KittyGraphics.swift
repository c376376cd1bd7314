import Lazuli

/// Pictures by kitty's graphics protocol (sw.kovidgoyal.net/kitty/graphics-protocol), as RGBA in the
/// terminal's own stream, so that it works from another machine too.
struct KittyGraphics: PictureRenderer {
  let cell: ImageSize
  /// Names the picture: what has the same name takes its place.
  var identifier = UInt32.random(in: 1 ... .max)

  /// Of base64 in one control string.
  private static let maximumChunkByteCount = 4096

  func maximumSize(columns: Int, rows: Int) -> ImageSize {
    ImageSize(width: columns * cell.width, height: rows * cell.height)
  }

  func drawing(of pixels: PixelBuffer, isRepaint: Bool) -> TerminalDrawing {
    let data = Base64.encoded(rows(of: pixels))
    // Shown at once; the cursor stays; nothing is answered.
    let size = "s=\(pixels.width),v=\(pixels.height)"
    var control = "a=T,f=32,\(size),i=\(identifier),p=1,C=1,q=2,"
    var bytes: [UInt8] = []
    bytes.reserveCapacity(data.count + data.count / 128)
    for start in stride(from: 0, to: data.count, by: Self.maximumChunkByteCount) {
      let end = min(start + Self.maximumChunkByteCount, data.count)
      bytes += "\u{1B}_G\(control)m=\(end < data.count ? 1 : 0);".utf8
      bytes += data[start..<end]
      bytes += "\u{1B}\\".utf8
      control = "q=2,"
    }
    return TerminalDrawing(inFreeLines: bytes, height: pixels.height, cell: cell)
  }

  /// Without what stands behind the pixels of a row.
  private func rows(of pixels: PixelBuffer) -> [UInt8] {
    pixels.withUnsafeBytes { source in
      var bytes: [UInt8] = []
      bytes.reserveCapacity(pixels.width * pixels.height * 4)
      for y in 0..<pixels.height {
        bytes += source[y * pixels.bytesPerRow..<y * pixels.bytesPerRow + pixels.width * 4]
      }
      return bytes
    }
  }
}
