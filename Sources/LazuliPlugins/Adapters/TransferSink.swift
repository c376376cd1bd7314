import LazuliABI
import LazuliCore
import Synchronization

/// Where a plugin's transfer goes: checks each call and hands it to the engine's sink.
///
/// A plugin which breaks the contract has its transfer cancelled, and the sink is told
/// `pluginMisbehaved` at its end.
final class TransferSink: Sendable {
  private struct State {
    /// `nil` behind the end.
    var sink: (any TransportSink)?
    /// Kept until the end, so that the transport is not destroyed under a transfer.
    var instance: TransportInstance?
    /// For what the plugin does behind the end.
    weak var lateInstance: TransportInstance?
    var isInCall = false
    var hasResponse = false
    /// `nil`: not known, or not to be compared.
    var expectedByteCount: Int?
    var byteCount = 0
    var violation: ImageError?
    /// An end that came beside another call.
    var pendingEnd: End?

    mutating func end() {
      sink = nil
      instance = nil
    }
  }

  private struct End {
    let error: ImageError?
  }

  private enum Ending {
    case now(any TransportSink, TransportInstance)
    /// Another call has to return first.
    case pending
    case late(TransportInstance?)
  }

  private let state: Mutex<State>
  private let fault: PluginFault

  init(_ sink: any TransportSink, instance: TransportInstance, fault: PluginFault) {
    state = Mutex(State(sink: sink, instance: instance, lateInstance: instance))
    self.fault = fault
  }

  func connect(_ address: lzl_address?) -> Bool {
    guard let sink = enter("connect") else { return false }
    defer { leave() }
    guard let address = address.flatMap(ConnectionAddress.init) else {
      violate("it asks for a connection to an address of an unknown family")
      return false
    }
    return sink.allowsConnection(to: address)
  }

  /// False: the transfer is to be cancelled.
  func receive(_ response: lzl_response?) -> Bool {
    guard let sink = enter("response") else { return false }
    defer { leave() }
    do throws(ImageError) {
      guard let response else { throw fault.misbehaved("it gives no response") }
      let head = try ResponseHead(response, fault)
      try note(head)
      sink.receive(head)
      return true
    } catch {
      violate(error)
      return false
    }
  }

  private func note(_ head: ResponseHead) throws(ImageError) {
    let isFirst = state.withLock { state in
      defer { state.hasResponse = true }
      // The fields of these may tell the length of a body that they do not have.
      if head.status != 204, head.status != 304 { state.expectedByteCount = head.expectedByteCount }
      return !state.hasResponse
    }
    guard isFirst else { throw fault.misbehaved("it gives a response twice") }
  }

  func receive(_ body: lzl_body?) -> Int32 {
    guard let sink = enter("data") else { return LZL_DATA_ABORT }
    defer { leave() }
    guard let body, body.bytes.data != nil, body.bytes.size > 0, body.bytes.size <= UInt64(Int.max) else {
      violate("it gives a piece of a body without a byte")
      return LZL_DATA_ABORT
    }
    guard state.withLock({ $0.hasResponse }) else {
      violate("it gives data before a response")
      return LZL_DATA_ABORT
    }
    return offer(body, to: sink)
  }

  private func offer(_ body: lzl_body, to sink: any TransportSink) -> Int32 {
    let adopted = AdoptedBody(body)
    let chunk = adopted.makeChunk()
    return withExtendedLifetime(chunk) {
      switch sink.receive(chunk) {
      case .pause: return LZL_DATA_PAUSE
      case .abort: return LZL_DATA_ABORT
      case .accept:
        adopted.accept()
        state.withLock { $0.byteCount = $0.byteCount.addingReportingOverflow(chunk.count).partialValue }
        return LZL_DATA_ACCEPT
      }
    }
  }

  /// True for the first call: then the reference which the plugin held is to be released.
  func done(_ error: lzl_error?) -> Bool {
    let reason = error.map { ImageError($0, fault) }
    let ending = state.withLock { state -> Ending in
      guard let sink = state.sink, let instance = state.instance, state.pendingEnd == nil else {
        return .late(state.lateInstance)
      }
      guard state.isInCall else {
        state.end()
        return .now(sink, instance)
      }
      state.violation = state.violation ?? fault.misbehaved("its calls for one transfer overlap")
      state.pendingEnd = End(error: reason)
      return .pending
    }
    switch ending {
    case .pending: return false
    case .late(let instance):
      instance?.report(late: fault.misbehaved("it ends a transfer twice"))
      return false
    case .now(let sink, let instance):
      finish(sink, instance, reason)
      return true
    }
  }

  private func finish(_ sink: any TransportSink, _ instance: TransportInstance, _ reason: ImageError?) {
    instance.retire(self)
    sink.done(state.withLock { verdict($0, reason) })
  }

  private func verdict(_ state: State, _ reason: ImageError?) -> ImageError? {
    if let violation = state.violation { return violation }
    if let reason { return reason }
    guard state.hasResponse else { return fault.misbehaved("it ends a transfer well and gave no response") }
    if let expected = state.expectedByteCount, expected != state.byteCount {
      return fault.misbehaved("it announced \(expected) bytes, gave \(state.byteCount) and says all is well")
    }
    return nil
  }

  /// The sink, unless the call may not be.
  private func enter(_ call: String) -> (any TransportSink)? {
    let (sink, late) = state.withLock { state -> ((any TransportSink)?, TransportInstance?) in
      guard let sink = state.sink, state.pendingEnd == nil else { return (nil, state.lateInstance) }
      if state.isInCall {
        state.violation = state.violation ?? fault.misbehaved("its calls for one transfer overlap")
      }
      guard state.violation == nil else { return (nil, nil) }
      state.isInCall = true
      return (sink, nil)
    }
    late?.report(late: fault.misbehaved("it calls \(call) behind the end of a transfer"))
    return sink
  }

  private func leave() {
    let ending = state.withLock { state -> (any TransportSink, TransportInstance, End)? in
      state.isInCall = false
      guard let end = state.pendingEnd, let sink = state.sink, let instance = state.instance else { return nil }
      state.end()
      return (sink, instance, end)
    }
    guard let (sink, instance, end) = ending else { return }
    finish(sink, instance, end.error)
    Unmanaged.passUnretained(self).release()
  }

  private func violate(_ what: String) { violate(fault.misbehaved(what)) }

  private func violate(_ error: ImageError) {
    state.withLock { $0.violation = $0.violation ?? error }
  }

  /// Ends the transfer after a violation that could not be answered.
  fileprivate func cancel(_ transfer: OpaquePointer?) {
    guard let transfer, let instance = state.withLock({ $0.instance }) else { return }
    instance.api.cancel(transfer)
  }
}

extension lzl_sink {
  /// `context` is a retained `TransferSink`.
  init(context: UnsafeMutableRawPointer) {
    self.init()
    struct_size = UInt32(MemoryLayout<lzl_sink>.size)
    self.context = context
    connect = askForConnection
    response = takeResponse
    data = takeData
    done = takeEnd
  }
}

private func sink(_ context: UnsafeMutableRawPointer?) -> TransferSink? {
  context.map { Unmanaged<TransferSink>.fromOpaque($0).takeUnretainedValue() }
}

private func askForConnection(
  _ context: UnsafeMutableRawPointer?, _ transfer: OpaquePointer?, _ address: UnsafePointer<lzl_address>?
) -> Int32 {
  sink(context)?.connect(address?.pointee) == true ? LZL_CONNECT_ALLOW : LZL_CONNECT_DENY
}

private func takeResponse(
  _ context: UnsafeMutableRawPointer?, _ transfer: OpaquePointer?, _ response: UnsafePointer<lzl_response>?
) {
  guard let sink = sink(context) else { return }
  if !sink.receive(response.map(readResponse)) { sink.cancel(transfer) }
}

/// Reads no more than the plugin wrote.
private func readResponse(_ response: UnsafePointer<lzl_response>) -> lzl_response {
  var value = lzl_response()
  let count = min(Int(response.pointee.struct_size), MemoryLayout<lzl_response>.size)
  withUnsafeMutableBytes(of: &value) { $0.copyMemory(from: UnsafeRawBufferPointer(start: response, count: count)) }
  return value
}

private func takeData(
  _ context: UnsafeMutableRawPointer?, _ transfer: OpaquePointer?, _ body: UnsafePointer<lzl_body>?
) -> Int32 {
  sink(context)?.receive(body?.pointee) ?? LZL_DATA_ABORT
}

private func takeEnd(
  _ context: UnsafeMutableRawPointer?, _ transfer: OpaquePointer?, _ error: UnsafePointer<lzl_error>?
) {
  guard let context, let box = sink(context) else { return }
  if box.done(error?.pointee) { Unmanaged<TransferSink>.fromOpaque(context).release() }
}
