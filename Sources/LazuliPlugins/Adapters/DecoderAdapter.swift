import Glibc
import LazuliABI
import LazuliCore

/// A decoder of a plugin, as the engine sees it. All that the plugin answers is checked; after it
/// broke the contract once it is called for nothing but its destruction.
final class DecoderAdapter: ImageDecoder {
  private let api: lzl_decoder_api
  private let handle: OpaquePointer
  private let fault: PluginFault
  private let limits: DecodingLimits
  private var reader: DecoderEventReader
  /// The last event of all: `done` or `failure`.
  private var end: DecoderEvent?
  private var hasMisbehaved = false
  /// Keeps the plugin's input in place: the latest chunk, and with `isStable` until destruction.
  private var chunk: ByteChunk?
  /// Keeps the plugin's surface in place.
  private var surface: PixelSurface?
  private var metadataByteCount = 0
  private var profile: [UInt8]?

  init(
    _ api: lzl_decoder_api, format: String, settings: PluginSettings, limits: DecodingLimits, fault: PluginFault
  ) throws(ImageError) {
    self.api = api
    self.fault = fault
    self.limits = limits
    reader = DecoderEventReader(limits: limits, fault: fault)
    handle = try Self.create(api, format, settings, limits, fault)
  }

  deinit {
    api.destroy(handle)
  }

  private static func create(
    _ api: lzl_decoder_api, _ format: String, _ settings: PluginSettings, _ limits: DecodingLimits,
    _ fault: PluginFault
  ) throws(ImageError) -> OpaquePointer {
    let arena = CArena()
    let limits = arena.array([lzl_limits(limits)])
    var options = lzl_decoder_options()
    options.struct_size = UInt32(MemoryLayout<lzl_decoder_options>.size)
    options.format = arena.bytes(format)
    options.settings = settings.cValue
    options.limits = limits.baseAddress.map { UnsafePointer($0) }
    guard options.limits != nil else { throw ImageError(.outOfMemory, at: fault.stage, "No memory for a decoder") }
    var handle: OpaquePointer?
    var error = lzl_error()
    let status = withExtendedLifetime((arena, settings)) { api.create(api.context, &options, &handle, &error) }
    return try fault.created(handle, status, error)
  }

  func feed(_ chunk: ByteChunk, isFinal: Bool, isStable: Bool) throws(ImageError) {
    try throwIfEnded()
    guard reader.canFeed else { throw fault.outOfOrder("feed") }
    self.chunk = chunk
    var flags: UInt32 = 0
    if isFinal { flags |= LZL_CHUNK_FINAL }
    if isStable { flags |= LZL_CHUNK_STABLE }
    let status = chunk.withUnsafeBytes { bytes in
      let start = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self)
      var given = lzl_chunk(
        struct_size: UInt32(MemoryLayout<lzl_chunk>.size), flags: flags,
        bytes: lzl_bytes(data: start, size: UInt64(bytes.count)))
      return api.feed(handle, &given)
    }
    reader.didFeed(isFinal: isFinal)
    try check(status, "feed")
  }

  func configure(_ configuration: DecoderConfiguration) throws(ImageError) {
    try throwIfEnded()
    guard reader.canConfigure, let header = reader.header, configuration.isOnOffer(in: header) else {
      throw fault.outOfOrder("configure")
    }
    var given = lzl_decode_config(configuration)
    let status = api.configure(handle, &given)
    reader.didConfigure(configuration)
    try check(status, "configure")
  }

  func setSurface(_ surface: PixelSurface?) throws(ImageError) {
    try throwIfEnded()
    guard let frame = reader.frameWithoutSurface, let format = reader.configuration?.format else {
      throw fault.outOfOrder("setSurface")
    }
    if let surface {
      guard surface.format == format, surface.width == frame.rectangle.width, hasRoom(surface, for: frame)
      else { throw fault.outOfOrder("setSurface, with a surface of another kind,") }
    }
    self.surface = surface
    var given = lzl_surface(surface, frame: frame, format: format)
    let status = api.set_surface(handle, &given)
    reader.didSetSurface(height: surface?.height)
    try check(status, "set_surface")
  }

  private func hasRoom(_ surface: PixelSurface, for frame: FrameInformation) -> Bool {
    let height = frame.rectangle.height
    return surface.height == height || surface.height < height && reader.header?.hasRowsInOrder == true
  }

  func step(wantsPreview: Bool) -> DecoderEvent {
    if let end { return end }
    guard reader.canStep else { return .failure(DecoderFailure(error: fault.outOfOrder("step"))) }
    do throws(ImageError) {
      return try settle(reader.read(rawStep(wantsPreview)))
    } catch {
      return misbehave(error)
    }
  }

  func interrupt() { api.interrupt(handle) }

  func rewind() throws(ImageError) {
    if hasMisbehaved { try throwIfEnded() }
    let status = api.rewind(handle)
    (chunk, surface, end, profile) = (nil, nil, nil, nil)
    metadataByteCount = 0
    reader = DecoderEventReader(limits: limits, fault: fault)
    try check(status, "rewind")
  }

  private func rawStep(_ wantsPreview: Bool) -> lzl_event {
    var event = lzl_event()
    var request = lzl_step(
      struct_size: UInt32(MemoryLayout<lzl_step>.size), flags: wantsPreview ? LZL_STEP_WANT_PREVIEW : 0)
    api.step(handle, &request, &event)
    return event
  }

  /// Fetches what an event announces, and lets go of what the plugin has done with.
  private func settle(_ result: DecoderEventReader.Result) throws(ImageError) -> DecoderEvent {
    switch result {
    case .item(let item): return .metadata(try fetch(item))
    case .event(.header(var header)):
      header.color.iccProfile = profile
      return .header(header)
    case .event(.frameDone(let index)):
      surface = nil
      return .frameDone(index: index)
    case .event(let event):
      switch event {
      case .done, .failure:
        end = event
        surface = nil
      default: break
      }
      return event
    }
  }

  private func fetch(_ item: lzl_metadata) throws(ImageError) -> MetadataItem {
    let bytes = try fetchBytes(item)
    switch item.kind {
    case LZL_METADATA_ICC:
      profile = bytes
      return .icc(bytes)
    case LZL_METADATA_EXIF: return .exif(bytes)
    case LZL_METADATA_XMP: return .xmp(bytes)
    default:
      let parts = bytes.split(separator: 0, maxSplits: 1, omittingEmptySubsequences: false)
      let text = parts.count > 1 ? parts[1] : []
      return .text(
        keyword: String(decoding: parts.first ?? [], as: UTF8.self), String(decoding: text, as: UTF8.self))
    }
  }

  private func fetchBytes(_ item: lzl_metadata) throws(ImageError) -> [UInt8] {
    let limit = limits.maximumMetadataByteCount ?? 1 << 30
    let (sum, overflow) = metadataByteCount.addingReportingOverflow(Int(clamping: item.size))
    guard !overflow, sum <= limit else {
      throw fault.misbehaved("it announces \(item.size) bytes of metadata, \(limit) are allowed in all")
    }
    metadataByteCount = sum
    guard let memory = malloc(Int(item.size)) else {
      throw ImageError(.outOfMemory, at: fault.stage, "No memory for \(item.size) bytes of metadata")
    }
    defer { free(memory) }
    let size = api.metadata(
      handle, item.kind, item.index, memory.assumingMemoryBound(to: UInt8.self), item.size)
    guard size == item.size else {
      throw fault.misbehaved("it announces \(item.size) bytes of metadata and has \(size)")
    }
    return [UInt8](UnsafeRawBufferPointer(start: memory, count: Int(size)))
  }

  private func throwIfEnded() throws(ImageError) {
    switch end {
    case .failure(let failure): throw failure.error
    case .done: throw fault.outOfOrder("A function behind the end")
    default: return
    }
  }

  /// A failure's details are in the step that follows it.
  private func check(_ status: lzl_status, _ call: String) throws(ImageError) {
    guard status != LZL_OK else { return }
    let failure = end(behind: status, call)
    end = .failure(failure)
    surface = nil
    throw failure.error
  }

  private func end(behind status: lzl_status, _ call: String) -> DecoderFailure {
    do throws(ImageError) {
      guard status != LZL_ERROR_INVALID_ARGUMENT, status != LZL_ERROR_INVALID_STATE else {
        throw fault.misbehaved("it refuses a rightful call of \(call) with error \(status)")
      }
      guard case .event(.failure(let failure)) = try reader.read(rawStep(false)) else {
        throw fault.misbehaved("\(call) fails with error \(status), and the next step tells of none")
      }
      return failure
    } catch {
      hasMisbehaved = true
      return DecoderFailure(error: error)
    }
  }

  private func misbehave(_ error: ImageError) -> DecoderEvent {
    let event = DecoderEvent.failure(DecoderFailure(error: error))
    hasMisbehaved = true
    end = event
    surface = nil
    return event
  }
}
