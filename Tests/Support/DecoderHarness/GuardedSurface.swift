import LazuliABI

/// A surface whose padding, and some bytes behind its end, hold a pattern that nobody may touch.
final class GuardedSurface {
  private static let guardByteCount = 64

  /// Its `pixels` are to be filled in by the decoder's side.
  let surface: lzl_surface
  let memory: SurfaceMemory
  /// The frame's rows.
  let rowCount: Int
  private let usedPerRow: Int

  /// A window when `height` is below the rectangle's.
  init(
    _ rectangle: lzl_rectangle, height: UInt32, format: UInt32, _ plan: DecodePlan, isZeroed: Bool,
    for decoder: any DecoderUnderTest
  ) throws {
    rowCount = Int(rectangle.height)
    usedPerRow = Int(rectangle.width) * bytesPerPixel(of: format)
    let bytesPerRow = usedPerRow + plan.padding
    let byteLength = bytesPerRow * (Int(height) - 1) + usedPerRow
    surface = lzl_surface(
      struct_size: UInt32(MemoryLayout<lzl_surface>.size), format: format, pixels: nil,
      byte_length: UInt64(byteLength), width: rectangle.width, height: height,
      bytes_per_row: UInt64(bytesPerRow))
    memory = try decoder.makeMemory(byteCount: byteLength + Self.guardByteCount)
    for index in memory.bytes.indices { memory.bytes[index] = Self.pattern(at: index) }
    for y in 0..<Int(height) {
      for index in range(ofRow: y) { memory.bytes[index] = isZeroed ? 0 : plan.fill }
    }
  }

  var heldRowCount: Int { Int(surface.height) }
  var isWindow: Bool { heldRowCount < rowCount }

  func row(_ y: Int) -> [UInt8] { Array(memory.bytes[range(ofRow: y)]) }

  /// Whether all is untouched that is not a pixel.
  var isIntact: Bool {
    let stride = Int(surface.bytes_per_row)
    let end = stride * (heldRowCount - 1) + usedPerRow
    return memory.bytes.indices.allSatisfy { index in
      index < end && index % stride < usedPerRow || memory.bytes[index] == Self.pattern(at: index)
    }
  }

  /// Whoever reads or writes the surface from now on is found out.
  func scribble() {
    for index in memory.bytes.indices { memory.bytes[index] = 0x99 }
  }

  private func range(ofRow y: Int) -> Range<Int> {
    let start = y % heldRowCount * Int(surface.bytes_per_row)
    return start..<(start + usedPerRow)
  }

  private static func pattern(at index: Int) -> UInt8 { UInt8(truncatingIfNeeded: index &* 167 ^ 0x5A) }
}

/// Bytes of one pixel of a format of the contract.
public func bytesPerPixel(of format: UInt32) -> Int {
  switch format {
  case LZL_FORMAT_GRAY8: 1
  case LZL_FORMAT_GRAYA8, LZL_FORMAT_GRAY16: 2
  case LZL_FORMAT_RGBA16: 8
  default: 4
  }
}
