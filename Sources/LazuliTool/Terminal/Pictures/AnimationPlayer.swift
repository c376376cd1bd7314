import Lazuli

/// Plays an animation in the terminal: each frame over the one before.
struct AnimationPlayer {
  let output: Terminal
  let renderer: any PictureRenderer

  /// Plays as often as the file says, or until the task is cancelled. The cursor is back afterwards. For a
  /// terminal that is too slow frames are left out. Of a damaged animation the frames so far are played; in the
  /// end it throws what is wrong.
  func play(_ image: AnimatedImage) async throws(ImageError) {
    output.hideCursor()
    defer { output.showCursor() }
    let player = image.makePlayer()
    player.play()
    var height = 0
    for await frame in player.frames() { show(frame, height: &height) }
    if let failure = image.failure { throw failure }
  }

  /// Over the last one, `height` lines above, as one update where the terminal can (private mode 2026).
  private func show(_ frame: ImageFrame, height: inout Int) {
    let drawing = renderer.drawing(of: frame.pixels, isRepaint: height > 0)
    guard height > 0 else {
      output.write(drawing.bytes)
      height = drawing.rowCount
      return
    }
    output.write("\u{1B}[?2026h\u{1B}[\(height)A\r")
    output.write(drawing.bytes)
    output.write("\u{1B}[?2026l")
  }
}
