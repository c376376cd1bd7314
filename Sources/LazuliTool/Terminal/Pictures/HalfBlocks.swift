import Lazuli

/// A picture as text: two pixels a character cell, the upper one in the foreground colour of "▀", the
/// lower one behind it, in 24-bit colour.
struct HalfBlocks: PictureRenderer {
  /// What half-transparent pixels lie on.
  var background = RGBColor.black

  func maximumSize(columns: Int, rows: Int) -> ImageSize { ImageSize(width: columns, height: rows * 2) }

  func drawing(of pixels: PixelBuffer, isRepaint: Bool) -> TerminalDrawing {
    let lines = lines(pixels)
    return TerminalDrawing(bytes: Array((lines.joined(separator: "\n") + "\n").utf8), rowCount: lines.count)
  }

  /// Lines without a line feed, each ending with the colours reset. `pixels` is straight RGBA8.
  private func lines(_ pixels: PixelBuffer) -> [String] {
    pixels.withUnsafeBytes { bytes in
      stride(from: 0, to: pixels.height, by: 2).map { row in
        line(upper: row, lower: row + 1, pixels, bytes)
      }
    }
  }

  private func line(
    upper: Int, lower: Int, _ pixels: PixelBuffer, _ bytes: UnsafeRawBufferPointer
  ) -> String {
    var text = ""
    var last = ""
    for x in 0..<pixels.width {
      let top = color(x, upper, pixels, bytes)
      let bottom = lower < pixels.height ? color(x, lower, pixels, bytes) : nil
      let (style, symbol) = cell(top, bottom)
      if style != last {
        text += "\u{1B}[0\(style)m"
        last = style
      }
      text += symbol
    }
    return text + "\u{1B}[0m"
  }

  private typealias Color = (red: Int, green: Int, blue: Int)

  private func cell(_ top: Color?, _ bottom: Color?) -> (style: String, symbol: String) {
    switch (top, bottom) {
    case (nil, nil): ("", " ")
    case (let top?, nil): (foreground(top), "▀")
    case (nil, let bottom?): (foreground(bottom), "▄")
    case (let top?, let bottom?): ("\(foreground(top));48;2;\(bottom.red);\(bottom.green);\(bottom.blue)", "▀")
    }
  }

  private func foreground(_ color: Color) -> String {
    ";38;2;\(color.red);\(color.green);\(color.blue)"
  }

  /// On the background by its alpha; `nil` where the terminal's own shows through.
  private func color(_ x: Int, _ y: Int, _ pixels: PixelBuffer, _ bytes: UnsafeRawBufferPointer) -> Color? {
    let at = y * pixels.bytesPerRow + x * 4
    let alpha = Int(bytes[at + 3])
    guard alpha > 0 else { return nil }
    func sample(_ index: Int, _ behind: UInt8) -> Int {
      (Int(bytes[at + index]) * alpha + Int(behind) * (255 - alpha) + 127) / 255
    }
    return (sample(0, background.red), sample(1, background.green), sample(2, background.blue))
  }
}
