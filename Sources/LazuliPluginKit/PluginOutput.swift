import CLazuliKit
import LazuliABI

/// Encoded bytes on their way to the host.
public struct PluginOutput: ~Copyable {
  private var memory: UnsafeMutableRawPointer?
  private var capacity = 0
  private var start = 0
  private var end = 0

  public init() {}

  deinit { free(memory) }

  /// What was written and not taken; valid until the next call.
  public var bytes: UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: memory.map { $0 + start }, count: count)
  }

  /// Bytes that the host has not taken yet.
  public var count: Int { end - start }

  /// Appends a copy.
  public mutating func write(_ bytes: UnsafeRawBufferPointer) throws(PluginError) {
    guard let source = bytes.baseAddress, !bytes.isEmpty else { return }
    try reserve(bytes.count)
    guard let memory else { return }
    memcpy(memory + end, source, bytes.count)
    end += bytes.count
  }

  /// Appends a copy.
  public mutating func write(_ bytes: [UInt8]) throws(PluginError) {
    try reserve(bytes.count)
    guard let memory else { return }
    bytes.withUnsafeBytes { source in
      if let start = source.baseAddress, source.count > 0 { memcpy(memory + end, start, source.count) }
    }
    end += bytes.count
  }

  mutating func take(into buffer: UnsafeMutablePointer<UInt8>, capacity: Int) -> Int {
    guard let memory else { return 0 }
    let taken = count < capacity ? count : capacity
    memcpy(buffer, memory + start, taken)
    start += taken
    if start == end {
      start = 0
      end = 0
    }
    return taken
  }

  private mutating func reserve(_ added: Int) throws(PluginError) {
    guard end + added > capacity else { return }
    let needed = count + added
    let grown = needed < 16_384 ? 32_768 : needed * 2
    guard let larger = malloc(grown) else {
      throw PluginError(LZL_ERROR_OUT_OF_MEMORY, "No memory for the encoded image")
    }
    if let memory { memcpy(larger, memory + start, count) }
    free(memory)
    memory = larger
    capacity = grown
    end = count
    start = 0
  }
}
