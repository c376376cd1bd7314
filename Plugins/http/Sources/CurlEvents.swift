import CLazuliHTTP
import LazuliABI
import LazuliPluginKit

extension HTTPTransfer {
  /// The transfer that curl's callbacks are for; its loop keeps it alive.
  static func from(_ owner: UnsafeMutableRawPointer?) -> HTTPTransfer? {
    guard let owner else { return nil }
    return Unmanaged<HTTPTransfer>.fromOpaque(owner).takeUnretainedValue()
  }

  /// What curl calls.
  static var events: lzlhttp_events {
    lzlhttp_events(connect: mayConnect, ready: becomeReady, header: takeHeaderLine, body: takeBody)
  }
}

private func mayConnect(_ owner: UnsafeMutableRawPointer?, _ address: UnsafePointer<lzl_address>?) -> Bool {
  guard let address, let transfer = HTTPTransfer.from(owner) else { return false }
  return transfer.attempt { () throws(PluginError) in try transfer.connect(address.pointee) }
}

private func becomeReady(_ owner: UnsafeMutableRawPointer?) -> Bool {
  HTTPTransfer.from(owner)?.isReady() ?? false
}

private func takeHeaderLine(_ owner: UnsafeMutableRawPointer?, _ line: UnsafePointer<UInt8>?, _ count: Int) -> Bool {
  guard let transfer = HTTPTransfer.from(owner) else { return false }
  return transfer.attempt { () throws(PluginError) in
    try transfer.take(headerLine: UnsafeBufferPointer(start: line, count: count))
  }
}

private func takeBody(_ owner: UnsafeMutableRawPointer?, _ bytes: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  guard let transfer = HTTPTransfer.from(owner) else { return LZLHTTP_FAIL }
  var isTaken = false
  let isGoingOn = transfer.attempt { () throws(PluginError) in
    isTaken = try transfer.take(UnsafeRawBufferPointer(start: bytes, count: count))
  }
  guard isGoingOn else { return LZLHTTP_FAIL }
  return isTaken ? LZLHTTP_TAKEN : transfer.hold()
}
