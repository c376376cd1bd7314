import LazuliABI

#if hasFeature(Embedded)
  import LazuliPluginKit
#else
  import LazuliPluginKitFull
#endif

/// A format made up for tests: "DOTS", width and height as one byte each, one gray byte a pixel.
final class DotsDecoder: PluginDecoder {
  private let limits: PluginLimits
  private var header: lzl_header?
  private var surface: PluginSurface?
  private var isFramed = false
  private var row = 0

  init(limits: PluginLimits, settings: PluginSettings) throws(PluginError) {
    self.limits = limits
  }

  var arePixelsUsable: Bool { row > 0 }

  func step(_ input: inout PluginInput, wantsPreview: Bool) throws(PluginError) -> DecoderStep {
    guard let header else { return try readHeader(&input) }
    guard isFramed else {
      isFramed = true
      var frame = lzl_frame()
      frame.rectangle = lzl_rectangle(x: 0, y: 0, width: header.width, height: header.height)
      frame.delay_denominator = 100
      return .frame(frame)
    }
    guard row < Int(header.height) else {
      guard row == Int(header.height) else { return .done(playCount: 1) }
      row += 1
      return .frameDone
    }
    return readRow(&input, width: Int(header.width))
  }

  func configure(_ configuration: lzl_decode_config) throws(PluginError) {}

  func setSurface(_ surface: PluginSurface?) throws(PluginError) {
    self.surface = surface
  }

  func metadata(kind: UInt32, index: UInt32) -> [UInt8]? { nil }

  private func readHeader(_ input: inout PluginInput) throws(PluginError) -> DecoderStep {
    guard input.bytes.count >= 6 else { return .needInput }
    guard input.bytes.starts(with: [0x44, 0x4F, 0x54, 0x53] as [UInt8]) else {
      throw PluginError(LZL_ERROR_NOT_THIS_FORMAT, "The file does not begin with DOTS")
    }
    var header = lzl_header()
    header.width = UInt32(input.bytes[4])
    header.height = UInt32(input.bytes[5])
    header.flags = LZL_HEADER_ROWS_IN_ORDER
    header.frame_count = 1
    header.play_count = 1
    header.native_format = LZL_FORMAT_GRAY8
    header.formats = LZL_FORMAT_BIT_GRAY8
    header.bits_per_sample = 8
    header.samples_per_pixel = 1
    input.consume(6)
    self.header = header
    return .header(header)
  }

  private func readRow(_ input: inout PluginInput, width: Int) -> DecoderStep {
    guard input.bytes.count >= width else { return .needInput }
    if let surface {
      for x in 0..<width { surface.row(row)[x] = input.bytes[x] }
    }
    input.consume(width)
    row += 1
    return surface == nil ? .working : .rows(first: row - 1, count: 1, pass: 0)
  }
}
