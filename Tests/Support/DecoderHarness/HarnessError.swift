/// Why a test could not go on: a fault of the harness, of the peer, or a decoder that does not end.
public struct HarnessError: Error, CustomStringConvertible {
  public let description: String

  public init(_ description: String) { self.description = description }
}
