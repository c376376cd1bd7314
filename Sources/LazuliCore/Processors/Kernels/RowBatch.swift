/// Source rows, as they came, until there are enough to be weighed together.
///
/// Several at once, so that the sums of a target row, which are long, are read and written the less often.
final class RowBatch {
  static let capacity = 4

  private let samples: FloatSamples
  private let width: Int
  private let rowByteCount: Int
  /// The floats of a row, all planes.
  private let floatCount: Int
  private let bytes: ScratchMemory<UInt8>
  private let floats: ScratchMemory<Float>
  private var areBytes = true
  private(set) var count = 0

  /// Throws `outOfMemory`.
  init(_ samples: FloatSamples, width: Int, floatCount: Int) throws(ImageError) {
    self.samples = samples
    self.width = width
    self.floatCount = floatCount
    rowByteCount = width * samples.format.bytesPerPixel
    bytes = try ScratchMemory(count: rowByteCount * Self.capacity)
    floats = try ScratchMemory(count: floatCount * Self.capacity)
  }

  var isFull: Bool { count == Self.capacity }

  /// Takes a row, or one of zeros.
  func append(_ row: UnsafeRawPointer?) {
    let target = UnsafeMutableRawPointer(bytes.start + count * rowByteCount)
    count += 1
    if let row {
      target.copyMemory(from: row, byteCount: rowByteCount)
    } else {
      target.initializeMemory(as: UInt8.self, repeating: 0, count: rowByteCount)
    }
    areBytes = areBytes && samples.areBytes(target, count: width)
  }

  /// Gives the rows to target rows, and forgets them; weights of rows that are not there are 0.
  func share(to shares: [ConvolutionKernels.Share]) {
    shares.withUnsafeBufferPointer { shares in
      if !areBytes || !shareBytes(to: shares) { shareFloats(to: shares) }
    }
    count = 0
    areBytes = true
  }

  private func shareBytes(to shares: UnsafeBufferPointer<ConvolutionKernels.Share>) -> Bool {
    let rows: [UnsafePointer<UInt8>?] = (0..<Self.capacity).map { UnsafePointer(bytes.start + $0 * rowByteCount) }
    return ConvolutionKernels.share(rows, to: shares, count: width * samples.lanes)
  }

  private func shareFloats(to shares: UnsafeBufferPointer<ConvolutionKernels.Share>) {
    let rows: [UnsafePointer<Float>?] = (0..<Self.capacity).map { UnsafePointer(floats.start + $0 * floatCount) }
    for index in 0..<count {
      samples.expand(
        UnsafeRawPointer(bytes.start + index * rowByteCount), into: floats.start + index * floatCount, count: width,
        plane: floatCount / samples.planes)
    }
    ConvolutionKernels.share(rows, to: shares, count: floatCount)
  }
}
