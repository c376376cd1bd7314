import LazuliCore

/// Collects a body. Used by one decode thread at a time.
final class DataReceiver: LoadReceiver {
  private var input = EncodedInput()
  private var response: ResponseInformation?
  private var failure: ImageError?

  init() {}

  func receive(_ response: ResponseInformation) {
    self.response = response
  }

  /// Taking a piece keeps it, small ones gathered.
  func receive(_ chunk: ByteChunk) {
    input.append(chunk)
    _ = input.take()
  }

  func end(_ error: ImageError?) {
    failure = error
    input.end()
  }

  var takenWeight: Int { input.weight }

  func advance() throws(ImageError) -> LoadProgress<DataResponse> {
    if let failure { throw failure }
    guard input.isEnded, let response else { return .starved }
    return .finished(DataResponse(body: .joined(input.allChunks), response: response))
  }
}
