public import LazuliCore
import Synchronization

/// An animation to be played: its frames are decoded ahead of the views that show it, and shared by them.
///
/// Made of a `DecodedImage`; all that are made of copies of one share its frames. What fits into the limits
/// stays decoded while there is a player; of the rest each position has a window, and frames are decoded anew in
/// each play. Nothing is decoded before there is a player, and with the last one all frames go back to their pool.
/// Decoding runs on the pipeline's threads. No toolkit and no display is needed: see `AnimatedImagePlayer`.
public final class AnimatedImage: Sendable {
  /// The first frame, which is there at once.
  public let firstFrame: PixelBuffer
  private let store: AnimationStore

  /// `nil` for a still image. Where frames are shared already, `limits` are those of who came first.
  public init?(_ image: DecodedImage, limits: AnimationBufferLimits = .init()) {
    guard let frames = image.frames else { return nil }
    firstFrame = image.pixels
    let makeStore = { AnimationStore(frames, limits, frameByteCount: image.pixels.byteCount) }
    store = (frames as? AnimationFrames)?.sharedStore.get(orMake: makeStore) ?? makeStore()
  }

  /// The number of frames; `nil` when only the end of the file tells and nobody has come there.
  public var frameCount: Int? {
    let timeline = store.timeline
    return timeline.isComplete ? timeline.count : store.source.count
  }

  /// How often the animation plays in all as the file says, 0 for ever.
  public var playCount: Int { store.source.playCount }

  /// How long one play takes; `nil` until all frames have been seen once.
  public var duration: Duration? {
    let timeline = store.timeline
    return timeline.isComplete ? timeline.duration : nil
  }

  /// What ended decoding before the end of the file: the frames before it are played.
  public var failure: ImageError? { store.failure }

  /// The bytes that frames take which are decoded and kept.
  public var bufferedByteCount: Int { store.byteCount }

  /// A player for one view, paused at the first frame.
  ///
  /// `playCount`: how often it plays in all, 0 for ever; as the file says unless given. `handler` is called
  /// from any thread, must not block, and may call the player.
  public func makePlayer(
    playCount: Int? = nil, _ handler: @escaping @Sendable (AnimatedImagePlayer.Event) -> Void = { _ in }
  ) -> AnimatedImagePlayer {
    AnimatedImagePlayer(
      store, PlaybackMachine(playCount: playCount ?? self.playCount), firstFrame: firstFrame, handler)
  }
}
