/// A loop whose transfers wait for nothing but the host: the one with the highest priority has its turn,
/// those of the same priority one after another.
public final class TurnLoop: TransportLoop, @unchecked Sendable {
  // Unchecked: `ready` belongs to the loop's thread.
  private var ready: [TurnTransfer] = []

  public override init(name: StaticString) {
    super.init(name: name)
  }

  public override func turn() -> Bool {
    guard let transfer = takeNext() else { return false }
    guard !transfer.isOver else { return true }
    do throws(PluginError) {
      switch try transfer.turn() {
      case .more: append(transfer)
      case .paused: break
      case .finished: transfer.finish()
      }
    } catch {
      transfer.finish(error)
    }
    return true
  }

  /// What was cancelled at the end stands here still, and holds the loop.
  public override func close() { ready = [] }

  func append(_ transfer: TurnTransfer) { ready.append(transfer) }

  private func takeNext() -> TurnTransfer? {
    guard !ready.isEmpty else { return nil }
    var best = 0
    var highest = ready[0].priority
    for index in ready.indices.dropFirst() {
      let priority = ready[index].priority
      guard priority > highest else { continue }
      best = index
      highest = priority
    }
    return ready.remove(at: best)
  }
}
