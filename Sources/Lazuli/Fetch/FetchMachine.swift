import LazuliCore

/// The way of a request over its redirects to a body: pure, knows no transport and no thread.
///
/// Events come in with the hop that they belong to; those of an earlier hop mean nothing any more.
struct FetchMachine {
  enum Event: Sendable {
    case response(ResponseHead, plugin: String, hop: Int)
    case chunk(ByteChunk, hop: Int)
    /// A connection was refused, the reason to be told; `done` follows.
    case refused(ImageError, hop: Int)
    case done(ImageError?, hop: Int)
  }

  enum Action {
    case open(TransportRequest, hop: Int)
    /// End the transfer under way: nothing of it is wanted any more.
    case leave
    case respond(ResponseInformation)
    case deliver(ByteChunk)
    case finish
  }

  private enum State {
    case opening
    case receiving
    /// A redirect's body is read, so that its connection can be used again, if it is short.
    case leaving(Redirect, byteCount: Int)
    case ended
  }

  /// What of a redirect's body is read before the connection is given up.
  static let maximumRedirectBodyByteCount = 64 << 10

  private let rules: FetchRules
  private let request: FetchRequest
  private var state = State.opening
  private var url: ResourceURL
  private var fields: [HeaderField]
  private var redirects: [ResourceURL] = []
  private var hop = 0
  private var byteCount = 0
  private var refusal: ImageError?

  init(_ request: FetchRequest, _ rules: FetchRules) {
    self.request = request
    self.rules = rules
    url = request.url
    fields = request.fields
  }

  /// The first actions.
  mutating func start() throws(ImageError) -> [Action] {
    try HeaderFieldRules.check(request.fields)
    return [try open(after: .zero)]
  }

  /// `time` is what passed since `start`. What is thrown ends the fetch.
  mutating func handle(_ event: Event, at time: Duration) throws(ImageError) -> [Action] {
    switch event {
    case .response(let head, let plugin, hop): return try receive(head, plugin)
    case .chunk(let chunk, hop): return try receive(chunk)
    case .refused(let error, hop): refusal = refusal ?? error
    case .done(let error, hop): return try done(error, at: time)
    default: break
    }
    return []
  }

  private mutating func open(after time: Duration) throws(ImageError) -> Action {
    try rules.admit(url)
    var transport = TransportRequest(url: url.withoutCredentialsAndFragment)
    transport.fields = rules.fields(for: url, beside: fields)
    transport.maximumByteCount = request.maximumByteCount
    transport.connectTimeout = rules.network.connectTimeout
    transport.timeout = request.timeout.map { max($0 - time, .milliseconds(1)) }
    transport.stallBytesPerSecond = rules.network.stallBytesPerSecond
    transport.stallDuration = rules.network.stallDuration
    transport.priority = request.priority
    state = .opening
    return .open(transport, hop: hop)
  }

  private mutating func receive(_ head: ResponseHead, _ plugin: String) throws(ImageError) -> [Action] {
    guard case .opening = state else { return [] }
    // Another address of the host was good enough.
    refusal = nil
    if let next = try rules.redirect(from: url, head, after: redirects, fields: fields) {
      state = .leaving(next, byteCount: 0)
      return []
    }
    try rules.admitContent(of: url, head)
    if !request.acceptsAnyStatus { try StatusRules.check(head, url, isRangeRequested: fields.contains(name: "range")) }
    if let expected = head.expectedByteCount { try check(expected) }
    state = .receiving
    return [
      .respond(ResponseInformation(url: url.withoutCredentials, redirects: redirects, head: head, plugin: plugin))
    ]
  }

  private mutating func receive(_ chunk: ByteChunk) throws(ImageError) -> [Action] {
    switch state {
    case .receiving:
      byteCount += chunk.count
      try check(byteCount)
      return [.deliver(chunk)]
    case .leaving(let next, let count):
      let isShort = count + chunk.count <= Self.maximumRedirectBodyByteCount
      state = .leaving(next, byteCount: count + chunk.count)
      return isShort ? [] : [.leave]
    case .opening, .ended: return []
    }
  }

  private mutating func done(_ error: ImageError?, at time: Duration) throws(ImageError) -> [Action] {
    defer { if case .receiving = state { state = .ended } }
    if let error = refusal ?? failure(error) { throw error }
    switch state {
    case .leaving(let next, _):
      redirects.append(url.withoutCredentials)
      url = next.url
      fields = next.fields
      hop += 1
      return [try open(after: time)]
    case .receiving: return [.finish]
    case .opening: throw ImageError(.protocolViolation, at: .fetch, "\(url.shown) ended without an answer")
    case .ended: return []
    }
  }

  /// That a redirect's body ended badly is of no interest.
  private func failure(_ error: ImageError?) -> ImageError? {
    if case .leaving = state { return nil }
    return error
  }

  private func check(_ count: Int) throws(ImageError) {
    guard let maximum = request.maximumByteCount, count > maximum else { return }
    throw .exceeded(.encodedBytes, at: .fetch, "The bytes of \(url.shown)", count, allowed: maximum)
  }
}
