import LazuliCore

/// What came out of a decoder that was driven to its end.
struct Decoding {
  var events: [DecoderEvent] = []
  var pixels: [UInt8] = []
  var failure: DecoderFailure?
  private let windowHeight: Int?

  /// Drives `decoder` as the engine does, giving `bytes` in pieces; with `windowHeight` the pixels are those of the
  /// window in the end.
  init(_ decoder: any ImageDecoder, _ bytes: [UInt8], pieceSize: Int = .max, windowHeight: Int? = nil) {
    self.windowHeight = windowHeight
    do throws(ImageError) {
      try run(decoder, bytes, min(pieceSize, bytes.count))
    } catch {
      failure = failure ?? DecoderFailure(error: error)
    }
  }

  private mutating func run(_ decoder: any ImageDecoder, _ bytes: [UInt8], _ size: Int) throws(ImageError) {
    var offset = 0
    var format = PixelFormat.gray8
    var surface: PixelSurface?
    let pool = PixelBufferPool()
    func feed() throws(ImageError) {
      let end = min(offset + size, bytes.count)
      try decoder.feed(ByteChunk(bytes[offset..<end]), isFinal: end == bytes.count, isStable: false)
      offset = end
    }
    try feed()
    while failure == nil {
      let event = decoder.step(wantsPreview: false)
      if case .working = event { continue }
      if case .warning = event { continue }
      events.append(event)
      switch event {
      case .needInput: try feed()
      case .header(let header):
        format = header.nativeFormat
        try decoder.configure(DecoderConfiguration(format: format))
      case .frame(let frame):
        let height = windowHeight ?? frame.rectangle.height
        guard let layout = PixelLayout(width: frame.rectangle.width, height: height, format: format) else { return }
        surface = try pool.surface(layout)
        try decoder.setSurface(surface)
      case .frameDone: take(surface)
      case .failure(let failure): self.failure = failure
      case .done: return
      default: break
      }
    }
  }

  private mutating func take(_ surface: PixelSurface?) {
    guard let surface else { return }
    let layout = surface.layout
    pixels = surface.freeze().withUnsafeBytes { bytes in
      (0..<layout.height).flatMap { bytes[($0 * layout.bytesPerRow)...].prefix(layout.usedBytesPerRow) }
    }
  }
}
