import LazuliABI

/// The limits of one instance, with the checks that every codec has to make.
public struct PluginLimits {
  /// As the host gave them; zeros are replaced by careful values.
  public let values: lzl_limits

  public init(_ given: lzl_limits) {
    var values = given
    if values.maximum_side == 0 { values.maximum_side = 65_535 }
    if values.maximum_frames == 0 { values.maximum_frames = 2_000 }
    if values.maximum_passes == 0 { values.maximum_passes = 64 }
    if values.maximum_source_pixels == 0 { values.maximum_source_pixels = 1_000_000_000 }
    if values.maximum_decoded_pixels == 0 { values.maximum_decoded_pixels = 100_000_000 }
    if values.maximum_decoded_bytes == 0 { values.maximum_decoded_bytes = 512 << 20 }
    if values.maximum_working_bytes == 0 { values.maximum_working_bytes = 512 << 20 }
    if values.maximum_encoded_bytes == 0 { values.maximum_encoded_bytes = 64 << 20 }
    if values.maximum_metadata_bytes == 0 { values.maximum_metadata_bytes = 8 << 20 }
    if values.maximum_work_nanoseconds == 0 { values.maximum_work_nanoseconds = 10_000_000_000 }
    self.values = values
  }

  /// Throws when a stored size is zero or above the limits.
  public func check(width: UInt32, height: UInt32) throws(PluginError) {
    guard width > 0, height > 0 else { throw .corrupt("The image has no pixels") }
    let side = width > height ? width : height
    guard side <= values.maximum_side else {
      throw .limit(LZL_LIMIT_SIDE, needed: UInt64(side), "A side of the image is above the limit")
    }
    let pixels = UInt64(width) * UInt64(height)
    guard pixels <= values.maximum_source_pixels else {
      throw .limit(LZL_LIMIT_SOURCE_PIXELS, needed: pixels, "The image has more pixels than the limit")
    }
  }

  /// Throws when what is to be decoded is above the limits.
  public func check(decodedWidth: UInt32, height: UInt32, bytesPerPixel: UInt32) throws(PluginError) {
    let pixels = UInt64(decodedWidth) * UInt64(height)
    guard pixels <= values.maximum_decoded_pixels else {
      throw .limit(LZL_LIMIT_DECODED_PIXELS, needed: pixels, "The decoded image has more pixels than the limit")
    }
    let (bytes, overflow) = pixels.multipliedReportingOverflow(by: UInt64(bytesPerPixel))
    guard !overflow, bytes <= values.maximum_decoded_bytes else {
      throw .limit(
        LZL_LIMIT_DECODED_BYTES, needed: overflow ? LZL_UNKNOWN : bytes,
        "The decoded image has more bytes than the limit")
    }
  }

  /// Throws when a frame with this index is one too many.
  public func check(frameIndex index: UInt32) throws(PluginError) {
    guard index < values.maximum_frames else {
      throw .limit(LZL_LIMIT_FRAMES, needed: UInt64(index) + 1, "The animation has more frames than the limit")
    }
  }

  /// Throws when a scan or pass with this index is one too many.
  public func check(passIndex index: UInt32) throws(PluginError) {
    guard index < values.maximum_passes else {
      throw .limit(LZL_LIMIT_PASSES, needed: UInt64(index) + 1, "The image has more passes than the limit")
    }
  }

  /// Throws when all metadata together has this size.
  public func check(metadataByteCount count: UInt64) throws(PluginError) {
    guard count <= values.maximum_metadata_bytes else {
      throw .limit(LZL_LIMIT_METADATA_BYTES, needed: count, "The metadata is larger than the limit")
    }
  }

  /// Throws when the codec would need this much memory for itself.
  public func check(workingByteCount count: UInt64) throws(PluginError) {
    guard count <= values.maximum_working_bytes else {
      throw .limit(LZL_LIMIT_WORKING_BYTES, needed: count, "Decoding needs more memory than the limit")
    }
  }

  func check(encodedByteCount count: UInt64) throws(PluginError) {
    guard count <= values.maximum_encoded_bytes else {
      throw .limit(LZL_LIMIT_ENCODED_BYTES, needed: count, "The file is larger than the limit")
    }
  }

  func check(workNanoseconds time: UInt64) throws(PluginError) {
    guard time > values.maximum_work_nanoseconds else { return }
    throw .limit(LZL_LIMIT_WORK_TIME, needed: LZL_UNKNOWN, "Decoding took longer than the limit")
  }
}
