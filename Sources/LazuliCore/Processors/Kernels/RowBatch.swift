/// Source rows, where they lie, until there are enough to be weighed together.
///
/// Several at once, so that the sums of a target row, which are long, are read and written the less often.
final class RowBatch {
  static let capacity = 4

  private let samples: FloatSamples
  private let width: Int
  private let rowByteCount: Int
  /// The floats of a row, all planes.
  private let floatCount: Int
  /// Rows that are to outlast their memory.
  private let bytes: ScratchMemory<UInt8>
  private var rows: [UnsafeRawPointer] = []
  private let floats: ScratchMemory<Float>
  private var areBytes = true

  /// Throws `outOfMemory`.
  init(_ samples: FloatSamples, width: Int, floatCount: Int) throws(ImageError) {
    self.samples = samples
    self.width = width
    self.floatCount = floatCount
    rowByteCount = width * samples.format.bytesPerPixel
    bytes = try ScratchMemory(count: rowByteCount * Self.capacity)
    floats = try ScratchMemory(count: floatCount * Self.capacity)
  }

  var count: Int { rows.count }
  var isFull: Bool { count == Self.capacity }

  /// Takes a row, which has to stay until `keep` or `share`, or one of zeros.
  func append(_ row: UnsafeRawPointer?) {
    let place = self.place(count)
    if row == nil { place.initializeMemory(as: UInt8.self, repeating: 0, count: rowByteCount) }
    let row = row ?? UnsafeRawPointer(place)
    rows.append(row)
    areBytes = areBytes && samples.areBytes(row, count: width)
  }

  /// Copies the rows: their memory may go.
  func keep() {
    for index in rows.indices where rows[index] != place(index) {
      place(index).copyMemory(from: rows[index], byteCount: rowByteCount)
      rows[index] = UnsafeRawPointer(place(index))
    }
  }

  private func place(_ index: Int) -> UnsafeMutableRawPointer {
    UnsafeMutableRawPointer(bytes.start + index * rowByteCount)
  }

  /// Gives the rows to target rows, and forgets them; weights of rows that are not there are 0.
  func share(to shares: [ConvolutionKernels.Share]) {
    shares.withUnsafeBufferPointer { shares in
      if !areBytes || !shareBytes(to: shares) { shareFloats(to: shares) }
    }
    rows.removeAll(keepingCapacity: true)
    areBytes = true
  }

  private func shareBytes(to shares: UnsafeBufferPointer<ConvolutionKernels.Share>) -> Bool {
    let four: [UnsafePointer<UInt8>?] = (0..<Self.capacity).map {
      rows[min($0, count - 1)].assumingMemoryBound(to: UInt8.self)
    }
    return ConvolutionKernels.share(four, to: shares, count: width * samples.lanes)
  }

  private func shareFloats(to shares: UnsafeBufferPointer<ConvolutionKernels.Share>) {
    let four: [UnsafePointer<Float>?] = (0..<Self.capacity).map { UnsafePointer(floats.start + $0 * floatCount) }
    for (index, row) in rows.enumerated() {
      samples.expand(
        row, into: floats.start + index * floatCount, count: width, plane: floatCount / samples.planes)
    }
    ConvolutionKernels.share(four, to: shares, count: floatCount)
  }
}
