import Lazuli

/// Plays an animation in the terminal: each frame over the one before.
struct AnimationPlayer {
  let output: Terminal
  let renderer: any PictureRenderer

  /// Plays as often as the file says, or until the task is cancelled. The cursor is back afterwards.
  func play(_ frames: any ImageFrames) async throws(ImageError) {
    output.hideCursor()
    defer { output.showCursor() }
    var height = 0
    var plays = 0
    while !Task.isCancelled, frames.playCount == 0 || plays < frames.playCount {
      let shown = try await playOnce(frames, height: &height)
      guard shown > 1 else { return }
      plays += 1
    }
  }

  private func playOnce(_ frames: any ImageFrames, height: inout Int) async throws(ImageError) -> Int {
    let pass = frames.makePass()
    var shown = 0
    var due = ContinuousClock.now
    while let frame = try await pass.next() {
      show(frame, height: &height)
      shown += 1
      // A terminal that is too slow makes an animation slow, not one that then hurries.
      due = max(due + frame.delay.playedDuration, .now)
      guard (try? await Task.sleep(until: due, clock: .continuous)) != nil else { return shown }
    }
    return shown
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
