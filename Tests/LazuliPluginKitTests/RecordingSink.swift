import LazuliABI
import Synchronization

/// A sink which writes down what comes, checks that calls do not overlap, and answers as it is told.
final class RecordingSink: Sendable {
  enum Event: Equatable {
    case response(expected: UInt64, identity: [UInt8], fields: [String])
    case piece(UInt8)
    case notTaken(UInt8)
    case done(lzl_status, limit: UInt32)
  }

  typealias Answer = @Sendable (_ piece: UInt8, _ transfer: OpaquePointer) -> Int32

  private struct State {
    var events: [Event] = []
    var isInside = false
    var hasOverlapped = false
    var waiters: [(count: Int, CheckedContinuation<Void, Never>)] = []
  }

  private let state = Mutex(State())
  private let answer: Answer
  private let atResponse: @Sendable (OpaquePointer) -> Void
  private let atEnd: @Sendable (OpaquePointer) -> Void

  init(
    atResponse: @escaping @Sendable (OpaquePointer) -> Void = { _ in },
    atEnd: @escaping @Sendable (OpaquePointer) -> Void = { _ in },
    answer: @escaping Answer = { _, _ in LZL_DATA_ACCEPT }
  ) {
    self.atResponse = atResponse
    self.atEnd = atEnd
    self.answer = answer
  }

  var events: [Event] { state.withLock { $0.events } }
  var hasOverlapped: Bool { state.withLock { $0.hasOverlapped } }

  /// The codes of all `done` calls.
  var ends: [lzl_status] {
    events.compactMap { if case .done(let code, _) = $0 { code } else { nil } }
  }

  var pieces: [UInt8] {
    events.compactMap { if case .piece(let piece) = $0 { piece } else { nil } }
  }

  /// Waits until so many events have come.
  func wait(forEvents count: Int) async {
    await withCheckedContinuation { continuation in
      let isThere = state.withLock { state in
        if state.events.count >= count { return true }
        state.waiters.append((count, continuation))
        return false
      }
      if isThere { continuation.resume() }
    }
  }

  /// Waits for `done`.
  func waitForEnd() async {
    while true {
      let seen = events
      if case .done = seen.last { return }
      await wait(forEvents: seen.count + 1)
    }
  }

  /// As the contract wants it; the sink outlives its transfers in a test.
  var table: lzl_sink {
    lzl_sink(
      struct_size: UInt32(MemoryLayout<lzl_sink>.size), reserved: 0,
      context: Unmanaged.passUnretained(self).toOpaque(), connect: allow, response: takeResponse, data: takeBody,
      done: takeEnd)
  }

  fileprivate func respond(_ response: lzl_response, _ transfer: OpaquePointer) {
    enter()
    let identity = [UInt8](UnsafeBufferPointer(start: response.identity.data, count: Int(response.identity.size)))
    let fields = UnsafeBufferPointer(start: response.fields, count: Int(response.field_count)).map { field in
      text(field.name) + ": " + text(field.value)
    }
    atResponse(transfer)
    leave(.response(expected: response.expected_byte_count, identity: identity, fields: fields))
  }

  fileprivate func take(_ body: lzl_body, _ transfer: OpaquePointer) -> Int32 {
    enter()
    let piece = body.bytes.data[0]
    let answer = answer(piece, transfer)
    if answer == LZL_DATA_ACCEPT { body.release(body.owner) }
    leave(answer == LZL_DATA_ACCEPT ? .piece(piece) : .notTaken(piece))
    return answer
  }

  fileprivate func end(_ error: lzl_error?, _ transfer: OpaquePointer) {
    enter()
    atEnd(transfer)
    leave(.done(error?.code ?? LZL_OK, limit: error?.limit ?? 0))
  }

  private func enter() {
    state.withLock { state in
      if state.isInside { state.hasOverlapped = true }
      state.isInside = true
    }
  }

  private func leave(_ event: Event) {
    let ready = state.withLock { state in
      state.isInside = false
      state.events.append(event)
      let ready = state.waiters.filter { $0.count <= state.events.count }
      state.waiters.removeAll { $0.count <= state.events.count }
      return ready
    }
    for (_, continuation) in ready { continuation.resume() }
  }

  private func text(_ bytes: lzl_bytes) -> String {
    String(decoding: UnsafeBufferPointer(start: bytes.data, count: Int(bytes.size)), as: UTF8.self)
  }
}

private func sink(_ context: UnsafeMutableRawPointer?) -> RecordingSink? {
  context.map { Unmanaged<RecordingSink>.fromOpaque($0).takeUnretainedValue() }
}

private func allow(
  _ context: UnsafeMutableRawPointer?, _ transfer: OpaquePointer?, _ address: UnsafePointer<lzl_address>?
) -> Int32 { LZL_CONNECT_ALLOW }

private func takeResponse(
  _ context: UnsafeMutableRawPointer?, _ transfer: OpaquePointer?, _ response: UnsafePointer<lzl_response>?
) {
  guard let response, let transfer else { return }
  sink(context)?.respond(response.pointee, transfer)
}

private func takeBody(
  _ context: UnsafeMutableRawPointer?, _ transfer: OpaquePointer?, _ body: UnsafePointer<lzl_body>?
) -> Int32 {
  guard let body, let transfer else { return LZL_DATA_ABORT }
  return sink(context)?.take(body.pointee, transfer) ?? LZL_DATA_ABORT
}

private func takeEnd(
  _ context: UnsafeMutableRawPointer?, _ transfer: OpaquePointer?, _ error: UnsafePointer<lzl_error>?
) {
  guard let transfer else { return }
  sink(context)?.end(error?.pointee, transfer)
}
