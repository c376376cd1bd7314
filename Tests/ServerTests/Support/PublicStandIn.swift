import Lazuli
import Synchronization

/// A door whose http transport takes one host of the public network for a server of this machine.
///
/// The plugin's transport runs; only name and address are another's.
struct PublicStandIn: PluginRouting {
  let base: any PluginRouting
  /// "http://public.example"
  let publicOrigin: String
  /// "http://127.0.0.1:8080"
  let realOrigin: String

  func transport(for scheme: String) throws(ImageError) -> any Transport {
    StandInTransport(base: try base.transport(for: scheme), publicOrigin: publicOrigin, realOrigin: realOrigin)
  }

  var sniffedByteCount: Int { base.sniffedByteCount }

  func decoders(for prefix: [UInt8], hint: FormatHint) throws(ImageError) -> [any ImageDecoderProvider] {
    try base.decoders(for: prefix, hint: hint)
  }

  func encoder(for format: String) throws(ImageError) -> any ImageEncoderProvider {
    try base.encoder(for: format)
  }
}

private struct StandInTransport: Transport {
  let base: any Transport
  let publicOrigin: String
  let realOrigin: String

  var plugin: String { base.plugin }

  func open(_ request: TransportRequest, sink: any TransportSink) throws(ImageError) -> any TransportTransfer {
    let url = request.url.description
    guard url.hasPrefix(publicOrigin) else { return try base.open(request, sink: sink) }
    var moved = request
    moved.url = try ResourceURL(realOrigin + url.dropFirst(publicOrigin.count))
    return try base.open(moved, sink: StandInSink(sink))
  }
}

/// Tells of a public address.
private final class StandInSink: TransportSink {
  private let base: any TransportSink

  init(_ base: any TransportSink) { self.base = base }

  func allowsConnection(to address: ConnectionAddress) -> Bool {
    var shown = address
    shown.address = .ipv4([93, 184, 216, 34])
    return base.allowsConnection(to: shown)
  }

  func receive(_ response: ResponseHead) { base.receive(response) }
  func receive(_ chunk: ByteChunk) -> SinkAnswer { base.receive(chunk) }
  func done(_ error: ImageError?) { base.done(error) }
}
