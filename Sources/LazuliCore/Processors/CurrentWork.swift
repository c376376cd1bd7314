/// The work on pixels that the calling thread does for a load.
///
/// A processor which takes long asks between its parts whether the load is still wanted, and ends with the error
/// otherwise; the processors here do so every few milliseconds. A processor which does not ask runs to its end, and
/// what it made is dropped. Outside of a load the Swift task that calls counts, if there is one.
public enum CurrentWork {
  @TaskLocal private static var isUnwanted: (@Sendable () -> Bool)?

  /// Whether nobody wants the result any more.
  public static var isCancelled: Bool { isUnwanted?() ?? Task.isCancelled }

  /// Throws `cancelled` when nobody wants the result any more.
  public static func checkCancellation() throws(ImageError) {
    guard isCancelled else { return }
    throw ImageError(.cancelled, at: .process, "The load was cancelled by its caller")
  }

  /// Runs `body` on the calling thread as work that is wanted until `isCancelled` answers true, which is asked often.
  public static func run<Output>(
    until isCancelled: @escaping @Sendable () -> Bool, _ body: () throws(ImageError) -> Output
  ) throws(ImageError) -> Output {
    try $isUnwanted.withValue(isCancelled) { Result(catching: body) }.get()
  }

  /// Calls `body` for strips of rows, a few milliseconds' work each, as long as the result is wanted.
  static func forEachStrip(
    width: Int, height: Int, minimumHeight: Int = 1, _ body: (Range<Int>) -> Void
  ) throws(ImageError) {
    let rowCount = max(minimumHeight, (1 << 16) / max(width, 1))
    for first in stride(from: 0, to: height, by: rowCount) {
      try checkCancellation()
      body(first..<min(first + rowCount, height))
    }
  }
}
