import LazuliCore
import LazuliTestKit
import Synchronization

/// A codec which behaves like one of several, each in its turn.
final class TurnProvider: ImageDecoderProvider {
  let plugin = "test.turns"
  let format = "turns"
  let needsWholeInput = false
  private let waiting: Mutex<[ScriptedProvider]>

  init(_ providers: [ScriptedProvider]) {
    waiting = Mutex(providers)
  }

  func makeDecoder(limits: DecodingLimits) throws(ImageError) -> any ImageDecoder {
    let next = waiting.withLock { $0.count > 1 ? $0.removeFirst() : $0[0] }
    return try next.makeDecoder(limits: limits)
  }
}
