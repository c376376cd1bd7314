import LazuliCore

/// The engine's end of one transfer: answers at once, hands everything on to the load.
final class FetchSink: TransportSink {
  private let hop: Int
  private let plugin: String
  private let url: ResourceURL
  private let rules: FetchRules
  private let flow: TransferFlow
  private let post: @Sendable (FetchMachine.Event) -> Void

  init(
    hop: Int, plugin: String, url: ResourceURL, rules: FetchRules, flow: TransferFlow,
    post: @escaping @Sendable (FetchMachine.Event) -> Void
  ) {
    self.hop = hop
    self.plugin = plugin
    self.url = url
    self.rules = rules
    self.flow = flow
    self.post = post
  }

  func allowsConnection(to address: ConnectionAddress) -> Bool {
    guard let refusal = rules.refusal(of: address, for: url) else { return true }
    post(.refused(refusal, hop: hop))
    return false
  }

  func receive(_ response: ResponseHead) {
    flow.expect(response.expectedByteCount)
    post(.response(response, plugin: plugin, hop: hop))
  }

  func receive(_ chunk: ByteChunk) -> SinkAnswer {
    let answer = flow.offer(chunk)
    if case .accept = answer { post(.chunk(chunk, hop: hop)) }
    return answer
  }

  func done(_ error: ImageError?) {
    flow.done()
    post(.done(error, hop: hop))
  }
}
