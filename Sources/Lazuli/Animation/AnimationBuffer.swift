import LazuliCore

/// The decoded frames of one animation, and who decodes what next for whom: pure.
///
/// Players say where they are. Each needs the frames of a window from there on; players less than a window
/// apart are a group, and each group has a reader, which goes over the file in its order. What no window holds is
/// let go, unless the whole animation fits. A reader that can come to a group without going back is kept,
/// another is begun from the first frame: frames build on those before them.
struct AnimationBuffer: Sendable {
  typealias PlayerID = Int
  typealias ReaderID = Int

  enum Action: Sendable {
    case start(ReaderID)
    /// Decode the reader's next frame.
    case advance(ReaderID)
    /// It is not wanted any more, whatever it does.
    case close(ReaderID)
    /// The player has something new to see.
    case wake(PlayerID)
    /// Decoding has failed: once.
    case tell(ImageError)
  }

  /// What a player wants.
  struct Wish: Sendable, Hashable {
    /// `nil`: nothing more.
    var position: AnimationTimeline.Target?
    /// Whether the frame after the last is the first.
    var repeats = true
    var seekCount = 0
  }

  struct Player: Sendable {
    let id: PlayerID
    var wish: Wish
    /// Who sought last goes first when there are too many positions.
    var rank = 0
    /// Where it has to go instead.
    var move: Int?
    /// Whether it was told a frame that was not there.
    var isWaiting = false
  }

  struct Reader: Sendable, Hashable {
    let id: ReaderID
    /// The frame that it decodes, or decodes next.
    var next = 0
    var isBusy = false
  }

  let limits: AnimationBufferLimits
  private(set) var timeline = AnimationTimeline()
  var frames: [Int: ImageFrame] = [:]
  /// What ended decoding before the end of the file.
  private(set) var failure: ImageError?
  var players: [Player] = []
  var readers: [Reader] = []
  var actions: [Action] = []
  var isDirty = false
  private var frameByteCount: Int
  private let expectedCount: Int?
  private var lastID = 0

  /// `frameByteCount` is that of a picture, as far as it is known; `expectedCount` what the file says.
  init(_ limits: AnimationBufferLimits, frameByteCount: Int, expectedCount: Int?) {
    self.limits = limits
    self.frameByteCount = frameByteCount
    self.expectedCount = expectedCount
  }

  var hasAllFrames: Bool { timeline.isComplete && frames.count == timeline.count }
  var byteCount: Int { frames.values.reduce(0) { $0 + $1.pixels.byteCount } }

  /// Whether nothing has to be let go.
  var keepsAll: Bool {
    let count = timeline.isComplete ? timeline.count : max(expectedCount ?? 0, timeline.count)
    return limits.keepsAll(count, of: frameByteCount)
  }

  var windowFrameCount: Int { limits.windowFrameCount(of: frameByteCount) }

  mutating func makeID() -> Int {
    lastID += 1
    return lastID
  }

  // MARK: Players

  mutating func addPlayer() -> PlayerID {
    let id = makeID()
    players.append(Player(id: id, wish: Wish(position: .frame(0))))
    isDirty = true
    return id
  }

  mutating func removePlayer(_ id: PlayerID) {
    players.removeAll { $0.id == id }
    isDirty = true
  }

  /// Moves a player's machine to `now`, if that is given, and notes what it wants from then on; gives the frame
  /// that is due, if it is there. Otherwise the player is woken when it comes.
  mutating func advance(_ machine: inout PlaybackMachine, to now: Duration?, of id: PlayerID) -> ImageFrame? {
    guard let place = players.firstIndex(where: { $0.id == id }) else { return nil }
    if let index = players[place].move.take(), players[place].wish.seekCount == machine.seekCount {
      machine.join(at: index)
    }
    if let now {
      machine.advance(to: now, timeline, hasAllFrames: hasAllFrames) { frames[$0] != nil }
    }
    let frame = machine.target == nil ? frames[machine.index] : nil
    let wish = Wish(position: machine.position, repeats: machine.repeats, seekCount: machine.seekCount)
    note(wish, of: place, isWaiting: frame == nil && wish.position != nil)
    return frame
  }

  private mutating func note(_ wish: Wish, of place: Int, isWaiting: Bool) {
    players[place].isWaiting = isWaiting
    guard players[place].wish != wish else { return }
    if players[place].wish.seekCount != wish.seekCount { players[place].rank = makeID() }
    players[place].wish = wish
    isDirty = true
  }

  // MARK: Readers

  mutating func decoded(_ frame: ImageFrame, by id: ReaderID) {
    guard let place = readers.firstIndex(where: { $0.id == id }) else { return }
    let index = readers[place].next
    readers[place].next += 1
    readers[place].isBusy = false
    frameByteCount = max(frameByteCount, frame.pixels.byteCount)
    if index >= timeline.count { timeline.append(frame.delay.playedDuration) }
    frames[index] = ImageFrame(index: index, pixels: frame.pixels, delay: frame.delay)
    wakePlayers { [timeline] in timeline.find($0)?.index == index }
    isDirty = true
  }

  /// Behind the last frame, or where decoding fails: the frames so far are the animation.
  mutating func ended(_ id: ReaderID, _ error: ImageError? = nil) {
    guard let place = readers.firstIndex(where: { $0.id == id }) else { return }
    let count = readers.remove(at: place).next
    if let error, failure == nil {
      failure = error
      actions.append(.tell(error))
    }
    timeline.end(at: count)
    frames = frames.filter { $0.key < count }
    wakePlayers { _ in true }
    isDirty = true
  }

  private mutating func wakePlayers(at isThere: (AnimationTimeline.Target) -> Bool) {
    for place in players.indices where players[place].isWaiting && players[place].wish.position.map(isThere) == true {
      players[place].isWaiting = false
      actions.append(.wake(players[place].id))
    }
  }
}
