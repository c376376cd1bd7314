import LazuliABI

/// Pixel memory as a host gives it, zeroed.
public final class DriverSurface {
  public let value: lzl_surface
  private let memory: UnsafeMutableBufferPointer<UInt8>

  public init(format: UInt32, width: UInt32, height: UInt32) {
    let bytesPerRow = Int(width) * Self.bytesPerPixel(format)
    memory = .allocate(capacity: bytesPerRow * Int(height))
    memory.initialize(repeating: 0)
    var surface = lzl_surface()
    surface.struct_size = UInt32(MemoryLayout<lzl_surface>.size)
    surface.format = format
    surface.pixels = memory.baseAddress
    surface.byte_length = UInt64(memory.count)
    surface.width = width
    surface.height = height
    surface.bytes_per_row = UInt64(bytesPerRow)
    value = surface
  }

  /// A surface that holds `bytes`, rows without gaps.
  public convenience init(format: UInt32, width: UInt32, height: UInt32, _ bytes: some Collection<UInt8>) {
    self.init(format: format, width: width, height: height)
    _ = memory.update(from: bytes)
  }

  deinit {
    memory.deallocate()
  }

  public var bytes: [UInt8] { Array(memory) }

  static func bytesPerPixel(_ format: UInt32) -> Int {
    switch format {
    case LZL_FORMAT_GRAY8: 1
    case LZL_FORMAT_GRAYA8, LZL_FORMAT_GRAY16: 2
    case LZL_FORMAT_RGBA16: 8
    default: 4
    }
  }
}

extension lzl_error {
  /// The message.
  public var text: String {
    withUnsafeBytes(of: message) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }

  public var arePixelsUsable: Bool { flags & LZL_ERROR_FLAG_PIXELS_USABLE != 0 }
}
