/// A transfer whose work is done in turns, with those of the other transfers in between.
open class TurnTransfer: PluginTransfer, @unchecked Sendable {
  private let turns: TurnLoop

  public init(_ request: PluginRequest, loop: TurnLoop) {
    turns = loop
    super.init(request, loop: loop)
  }

  /// Some milliseconds of work, on the loop's thread. What it throws ends the transfer.
  open func turn() throws(PluginError) -> TransferTurn { .finished }

  public final override func opened() { turns.append(self) }

  public final override func unpaused() { turns.append(self) }
}

/// How a transfer's turn ended.
public enum TransferTurn {
  /// There is more to do.
  case more
  /// The host has paused.
  case paused
  /// The whole body was delivered.
  case finished
}
