import CLazuliPNG
import LazuliABI
import LazuliPluginKit

/// Writes chunks, with their lengths and check sums.
struct ChunkWriter {
  /// A chunk whose body is `front` and then `rest`.
  static func write(
    _ type: ChunkType, _ front: [UInt8], _ rest: UnsafeRawBufferPointer = UnsafeRawBufferPointer(start: nil, count: 0),
    to output: inout PluginOutput
  ) throws(PluginError) {
    let (length, overflow) = front.count.addingReportingOverflow(rest.count)
    guard !overflow, length <= Int32.max else {
      throw .unsupported("The chunk " + type.name + " would be longer than PNG allows")
    }
    var sum = type.code.bigEndianBytes.withUnsafeBytes { $0.checkSum() }
    sum = front.withUnsafeBytes { $0.checkSum(from: sum) }
    sum = rest.checkSum(from: sum)
    try output.write(UInt32(length).bigEndianBytes + type.code.bigEndianBytes + front)
    try output.write(rest)
    try output.write(sum.bigEndianBytes)
  }
}

extension UInt32 {
  var bigEndianBytes: [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: self >> $0) }
  }
}

extension UInt16 {
  var bigEndianBytes: [UInt8] {
    [UInt8(truncatingIfNeeded: self >> 8), UInt8(truncatingIfNeeded: self)]
  }
}

extension PluginError {
  static func unsupported(_ message: String) -> PluginError {
    PluginError(LZL_ERROR_UNSUPPORTED, message)
  }
}
