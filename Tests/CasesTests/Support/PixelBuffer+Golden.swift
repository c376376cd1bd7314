import Lazuli
import LazuliTestSupport

extension PixelBuffer {
  /// Rows without padding as they lie in memory.
  var packedBytes: [UInt8] {
    withUnsafeBytes { bytes in
      var packed: [UInt8] = []
      packed.reserveCapacity(layout.usedBytesPerRow * height)
      for y in 0..<height { packed += bytes[y * bytesPerRow..<y * bytesPerRow + layout.usedBytesPerRow] }
      return packed
    }
  }

  /// Rows of RGBA8 without padding, colours 0 where alpha is 0.
  var goldenBytes: [UInt8] {
    var packed = packedBytes
    packed.withUnsafeMutableBytes { bytes in
      var offset = 0
      while offset + 4 <= bytes.count {
        if bytes[offset + 3] == 0 { bytes.storeBytes(of: 0, toByteOffset: offset, as: UInt32.self) }
        offset += 4
      }
    }
    return packed
  }

  /// What a `golden` of one picture is.
  var goldenDigest: String { SHA256.digest(goldenBytes) }

  /// Rows of 16-bit samples without padding, the more significant byte first.
  var bigEndianBytes: [UInt8] {
    var packed = packedBytes
    for index in stride(from: 0, to: packed.count - 1, by: 2) {
      let sample = UInt16(littleEndian: UInt16(packed[index]) | UInt16(packed[index + 1]) << 8)
      packed[index] = UInt8(sample >> 8)
      packed[index + 1] = UInt8(sample & 255)
    }
    return packed
  }

  /// The mean over all samples of how much two images of one size differ; also the greatest difference.
  func differences(to other: PixelBuffer) -> (mean: Double, greatest: Int) {
    let (mine, others) = (packedBytes, other.packedBytes)
    guard mine.count == others.count, !mine.isEmpty else { return (.infinity, .max) }
    var sum = 0
    var greatest = 0
    mine.withUnsafeBytes { mine in
      others.withUnsafeBytes { others in
        var index = 0
        while index < mine.count {
          let difference = abs(Int(mine[index]) &- Int(others[index]))
          sum &+= difference
          if difference > greatest { greatest = difference }
          index &+= 1
        }
      }
    }
    return (Double(sum) / Double(mine.count), greatest)
  }
}
