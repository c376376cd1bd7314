import LazuliCore

/// Who takes the bytes of a fetch: called on decode threads, one call at a time.
protocol BodyConsumer: AnyObject, Sendable {
  func receive(_ event: BodyEvent)
}

/// What a fetch hands to each that takes its bytes.
enum BodyEvent: Sendable {
  /// Comes first, and once more where a second run is needed.
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
  /// So much of what came does not wait any more, by `ByteChunk.weight`. `nil`: the consumer waits for something
  /// else now, and must not hold up others who take the same bytes.
  func taken(_ weight: Int?, by consumer: JobID)
}
