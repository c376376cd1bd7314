import LazuliCore
import Synchronization

/// An encoder at work, one call at a time, on decode threads.
final class EncoderRun: Sendable {
  typealias Write = @Sendable (UnsafeRawBufferPointer) throws(ImageError) -> Void

  private struct Work: @unchecked Sendable {
    // Unchecked: it never leaves the lock.
    let encoder: any ImageEncoder
    var isEnded = false
  }

  private let work: Mutex<Work>
  private let plugin: String
  private let write: Write
  private let isCancelled = Mutex(false)

  init(_ provider: any ImageEncoderProvider, _ encoder: sending any ImageEncoder, _ write: @escaping Write) {
    plugin = provider.plugin
    let new = Work(encoder: encoder)
    work = Mutex(new)
    self.write = write
  }

  /// The next piece of output is the last.
  func cancel() {
    isCancelled.withLock { $0 = true }
  }

  /// What could not be kept so far.
  var warnings: ImageWarnings {
    work.withLock { work in
      ImageWarnings(work.encoder.warnings.kept.map { $0.from(plugin) })
    }
  }

  func begin(_ image: EncoderImage) throws(ImageError) {
    try call { (encoder) throws(ImageError) in try encoder.begin(image) }
  }

  func add(_ pixels: PixelBuffer, _ frame: FrameInformation) throws(ImageError) {
    try call { (encoder) throws(ImageError) in try encoder.frame(frame) }
    try call { (encoder) throws(ImageError) in try encoder.rows(pixels) }
  }

  func finish() throws(ImageError) {
    let isEnded = try call { (encoder) throws(ImageError) in try encoder.finish() }
    guard isEnded else { throw .misbehaved("does not end its file") }
  }

  /// Calls the encoder, and writes what it has then.
  @discardableResult
  private func call(_ body: (any ImageEncoder) throws(ImageError) -> Void) throws(ImageError) -> Bool {
    let result: Result<Bool, ImageError> = work.withLock { work in
      do throws(ImageError) {
        try body(work.encoder)
        return .success(try work.encoder.drain { (bytes) throws(ImageError) in try output(bytes) })
      } catch {
        return .failure(error)
      }
    }
    do {
      return try result.get()
    } catch {
      throw error.from(plugin)
    }
  }

  private func output(_ bytes: UnsafeRawBufferPointer) throws(ImageError) {
    if isCancelled.withLock({ $0 }) { throw .cancelledLoad }
    try write(bytes)
  }
}

extension ImageError {
  /// The same, naming the plugin unless one is named.
  func from(_ plugin: String) -> ImageError {
    var error = self
    error.plugin = error.plugin ?? plugin
    return error
  }
}

extension ImageWarning {
  fileprivate func from(_ plugin: String) -> ImageWarning {
    var warning = self
    warning.plugin = warning.plugin ?? plugin
    return warning
  }
}
