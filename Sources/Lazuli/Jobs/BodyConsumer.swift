import LazuliCore

/// Who takes the bytes of a fetch: called on decode threads, one call at a time.
protocol BodyConsumer: AnyObject, Sendable {
  func receive(_ event: BodyEvent)
}

/// What a fetch hands to each that takes its bytes.
enum BodyEvent: Sendable {
  /// Comes first, and once more where all of it is brought again.
  case begin(any BodySource)
  case response(ResponseInformation)
  case chunk(ByteChunk)
  /// Nothing comes any more, for an error if there is one.
  case end(ImageError?)
  /// All of it: bytes that were at hand.
  case whole(ByteChunk)
}

/// Where bytes come from, as who takes them sees it. Called from any thread.
protocol BodySource: AnyObject, Sendable {
  /// When the body was begun to be fetched.
  var startTime: Duration { get }
  /// Brings all that came so far once more, from `begin` on, if it is still there.
  func replay(for consumer: JobID)
  /// So much of what came does not wait any more, by `ByteChunk.weight`. `nil`: the consumer waits for something
  /// else now, and must not hold up others who take the same bytes.
  func taken(_ weight: Int?, by consumer: JobID)
}
