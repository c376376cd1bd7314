import LazuliCore

/// What becomes of a body. Used by one thread at a time.
protocol LoadReceiver<Output>: AnyObject {
  associatedtype Output: Sendable
  /// First, unless the bytes were at hand: when the body was begun to be fetched, perhaps long ago.
  func begin(at time: Duration)
  /// The head; before the bytes, unless they were at hand.
  func receive(_ response: ResponseInformation)
  func receive(_ chunk: ByteChunk)
  /// Nothing comes any more, for an error if there is one.
  func end(_ error: ImageError?)
  /// Goes on by some milliseconds at the most.
  func advance() throws(ImageError) -> LoadProgress<Output>
  /// What the chunks weigh which do not wait any more, of all received; see `ByteChunk.weight`.
  var takenWeight: Int { get }
  /// Whether `LoadProgress.preview` is wanted.
  var wantsPreviews: Bool { get set }
  /// Whether previews are wanted and cannot be shown, for they were not wanted when decoding began: from the beginning
  /// on they can.
  var wouldShowMoreFromTheBeginning: Bool { get }
  /// When to go on although nothing came: then a preview may be made. `nil`: there is nothing to show.
  var nextPreviewTime: Duration? { get }
}

extension LoadReceiver {
  func begin(at time: Duration) {}
  var wouldShowMoreFromTheBeginning: Bool { false }
  var wantsPreviews: Bool {
    get { false }
    set {}
  }
  var nextPreviewTime: Duration? { nil }
}

/// How far a receiver has come.
enum LoadProgress<Output: Sendable> {
  case working
  case starved
  /// The header is known. Pixels of so many bytes will be made: the receiver goes on when there is room for them.
  case header(ImageInformation, byteCount: Int)
  /// What there is of the image so far, in its final size and orientation.
  case preview(Preview)
  case finished(Output)
}
