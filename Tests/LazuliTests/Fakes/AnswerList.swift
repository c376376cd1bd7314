import LazuliTestKit
import Synchronization

/// One script after the other, the last one for ever.
final class AnswerList: Sendable {
  private let scripts: Mutex<[[ScriptedTransport.Step]]>

  init(_ scripts: [[ScriptedTransport.Step]]) {
    self.scripts = Mutex(scripts)
  }

  func next() -> [ScriptedTransport.Step] {
    scripts.withLock { $0.count > 1 ? $0.removeFirst() : $0[0] }
  }
}
