import LazuliCore

/// Samples row after row, without padding: what references compute with.
public struct Samples: Equatable {
  public var width: Int
  public var height: Int
  public var format: PixelFormat
  public var values: [Int]

  public var maximum: Int { format.bitsPerSample == 8 ? 255 : 65535 }

  public subscript(x: Int, y: Int, sample: Int) -> Int {
    get { values[(y * width + x) * format.samplesPerPixel + sample] }
    set { values[(y * width + x) * format.samplesPerPixel + sample] = newValue }
  }

  public init(width: Int, height: Int, format: PixelFormat) {
    self.width = width
    self.height = height
    self.format = format
    values = Array(repeating: 0, count: width * height * format.samplesPerPixel)
  }

  /// Anything at all, with the edges 0 and full more often than chance has them; premultiplied
  /// colours do not exceed alpha.
  public static func random(
    _ width: Int, _ height: Int, _ format: PixelFormat, using generator: inout SeededGenerator
  ) -> Samples {
    var samples = Samples(width: width, height: height, format: format)
    let maximum = samples.maximum
    for index in samples.values.indices {
      switch Int.random(in: 0..<8, using: &generator) {
      case 0: samples.values[index] = 0
      case 1, 2: samples.values[index] = maximum
      default: samples.values[index] = Int.random(in: 0...maximum, using: &generator)
      }
    }
    guard format == .rgba8Premultiplied else { return samples }
    for index in samples.values.indices {
      samples.values[index] = min(samples.values[index], samples.values[index | 3])
    }
    return samples
  }

  /// The pixels of a buffer.
  public init(_ pixels: PixelBuffer) {
    self.init(width: pixels.width, height: pixels.height, format: pixels.format)
    let bytes = pixels.format.bitsPerSample / 8
    let perRow = width * format.samplesPerPixel
    pixels.withUnsafeBytes { memory in
      for index in values.indices {
        let offset = index / perRow * pixels.bytesPerRow + index % perRow * bytes
        values[index] =
          bytes == 1 ? Int(memory[offset]) : Int(memory.loadUnaligned(fromByteOffset: offset, as: UInt16.self))
      }
    }
  }

  /// A buffer with these pixels.
  public func pixels(
    in pool: PixelBufferPool, rowAlignment: Int = 4, color: ColorInformation = .init()
  ) throws -> PixelBuffer {
    let layout = PixelLayout(width: width, height: height, format: format, rowAlignment: rowAlignment)!
    let surface = try pool.surface(layout, color: color)
    let bytes = format.bitsPerSample / 8
    let perRow = width * format.samplesPerPixel
    surface.withUnsafeMutableBytes { memory in
      for (index, value) in values.enumerated() {
        let offset = index / perRow * layout.bytesPerRow + index % perRow * bytes
        if bytes == 1 {
          memory[offset] = UInt8(value)
        } else {
          memory.storeBytes(of: UInt16(value), toByteOffset: offset, as: UInt16.self)
        }
      }
    }
    return surface.freeze()
  }
}
