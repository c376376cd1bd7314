import Lazuli

/// Plays an animation in the terminal: each frame over the one before.
struct AnimationPlayer {
  let output: Terminal

  /// Plays as often as the file says, or until the task is cancelled. The cursor is back afterwards.
  func play(_ frames: any ImageFrames) async throws(ImageError) {
    output.write("\u{1B}[?25l")
    defer { output.write("\u{1B}[?25h") }
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
      if height > 0 { output.write("\u{1B}[\(height)A\r") }
      let lines = HalfBlocks.lines(frame.pixels)
      output.write(lines.joined(separator: "\n") + "\n")
      height = lines.count
      shown += 1
      due += frame.delay.playedDuration
      guard (try? await Task.sleep(until: due, clock: .continuous)) != nil else { return shown }
    }
    return shown
  }
}
