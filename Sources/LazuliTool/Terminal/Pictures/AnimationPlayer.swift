import Lazuli

/// Plays an animation in the terminal: each frame over the one before.
struct AnimationPlayer {
  /// Plays as often as the file says, or until the task is cancelled. The cursor is back afterwards. For a
  /// terminal that is too slow frames are left out. Of a damaged animation the frames so far are played; in the
  /// end it throws what is wrong.
  func play(_ image: AnimatedImage, at place: inout PicturePlace) async throws(ImageError) {
    place.output.hideCursor()
    defer { place.output.showCursor() }
    let player = image.makePlayer()
    player.play()
    for await frame in player.frames() { place.show(frame.pixels) }
    if let failure = image.failure { throw failure }
  }
}
