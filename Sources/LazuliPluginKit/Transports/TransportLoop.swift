import CLazuliKit
import LazuliABI

/// One thread that serves all transfers of a transport: it takes what the host's threads have asked for
/// since the last turn, does a turn of work, and rests when there is none.
///
/// Starts with the first transfer; ends, joined, when the host destroys the transport. A subclass says
/// what a turn is and, where it waits for more than the host, how it rests and is woken.
open class TransportLoop: @unchecked Sendable {
  // Unchecked: all that threads share lies behind the gate; `live` belongs to the loop's thread.
  // Final is what is not for overriding, also where nobody could: an optimised Embedded build defines the other
  // methods of a superclass a second time in the plugin, and the linker refuses that.
  private enum Phase {
    case new
    case running(pthread_t)
    case stopped
  }

  let gate = Gate()
  private let name: StaticString
  private var phase = Phase.new
  private var inbox: [PluginTransfer] = []
  private var live: [PluginTransfer] = []

  /// `name` is the thread's, of 15 bytes at the most.
  public init(name: StaticString) {
    self.name = name
  }

  /// Makes what the loop needs. Once, before its thread starts, on the thread of the first request.
  open func prepare() throws(PluginError) {}

  /// Does some milliseconds of work; answers whether more can be done at once. On the loop's thread.
  open func turn() -> Bool { false }

  /// Waits until the host has asked for something. On the loop's thread.
  open func rest() {
    gate.withLock {
      while inbox.isEmpty, case .running = phase { gate.wait() }
    }
  }

  /// Ends a rest, or the next one if there is none. Thread-safe; must not block.
  open func wake() { gate.signal() }

  /// Frees what `prepare` made. The last that happens on the loop's thread.
  open func close() {}

  // MARK: The host's threads

  /// Starts the thread if it does not run yet.
  final func start() throws(PluginError) {
    let failure = gate.withLock { () -> PluginError? in
      switch phase {
      case .running: nil
      case .stopped: PluginError(LZL_ERROR_INVALID_STATE, "The transport has been destroyed")
      case .new: launch()
      }
    }
    if let failure { throw failure }
  }

  /// Asks the loop to attend to a transfer. The gate is locked by the caller.
  final func post(_ transfer: PluginTransfer) {
    guard case .running = phase else { return }
    inbox.append(transfer)
    // What stood there already has woken it, and it takes all at once.
    if inbox.count == 1 { wake() }
  }

  /// Cancels everything, waits for it, and ends the thread.
  final func stop() {
    let thread = gate.withLock { () -> pthread_t? in
      defer { phase = .stopped }
      guard case .running(let thread) = phase else { return nil }
      // Within the lock: once the thread knows of the end, what `wake` needs may be gone.
      wake()
      return thread
    }
    if let thread { lzlkit_thread_join(thread) }
  }

  private final func launch() -> PluginError? {
    do throws(PluginError) {
      try prepare()
    } catch {
      return error
    }
    var thread = pthread_t()
    let context = Unmanaged.passRetained(self)
    let failure = lzlkit_thread_start(
      &thread, UnsafeRawPointer(name.utf8Start).assumingMemoryBound(to: CChar.self), runLoop, context.toOpaque())
    guard failure == 0 else {
      context.release()
      close()
      var error = PluginError(LZL_ERROR_OUT_OF_MEMORY, "The transport's thread could not be started")
      error.libraryCode = Int64(failure)
      return error
    }
    phase = .running(thread)
    return nil
  }

  // MARK: The loop's thread

  fileprivate final func run() {
    while true {
      let (news, isStopping) = takeNews()
      for transfer in news { attend(transfer) }
      if isStopping { cancelAll() }
      if isStopping && live.isEmpty { break }
      if !turn() { rest() }
    }
    close()
  }

  private final func takeNews() -> ([PluginTransfer], Bool) {
    gate.withLock {
      var isStopping = false
      if case .stopped = phase { isStopping = true }
      guard !inbox.isEmpty else { return ([], isStopping) }
      let news = inbox
      inbox = []
      return (news, isStopping)
    }
  }

  private final func attend(_ transfer: PluginTransfer) {
    let signals = transfer.takeSignals()
    if signals.contains(.opened) {
      transfer.liveIndex = live.count
      live.append(transfer)
    }
    transfer.attend(to: signals)
  }

  private final func cancelAll() {
    for transfer in live {
      transfer.cancel()
      transfer.attend(to: transfer.takeSignals())
    }
  }

  /// Lets go of a transfer that is done.
  final func remove(_ transfer: PluginTransfer) {
    guard let index = transfer.liveIndex, let last = live.popLast() else { return }
    transfer.liveIndex = nil
    guard last !== transfer else { return }
    live[index] = last
    last.liveIndex = index
  }
}

private func runLoop(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  guard let context else { return nil }
  Unmanaged<TransportLoop>.fromOpaque(context).takeRetainedValue().run()
  return nil
}
