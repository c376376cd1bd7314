import LazuliABI
import LazuliCore

extension ImageError {
  /// What a plugin reports; `misbehaved` for an error that says it is none or has no group.
  init(_ error: lzl_error, _ fault: PluginFault) {
    guard let code = Code(status: error.code) else {
      self = fault.misbehaved("it reports a failure with code \(error.code), which is none")
      return
    }
    self.init(code, at: fault.stage, error.text ?? "\(fault.plugin) gives no reason for error \(error.code)")
    plugin = fault.plugin
    limit = code == .limitExceeded ? LimitName(number: error.limit) : nil
    byteOffset = error.offset == LZL_UNKNOWN ? nil : error.offset
    libraryCode = error.library_code == 0 ? nil : error.library_code
    if code == .limitExceeded, error.needed != LZL_UNKNOWN, error.needed != 0 {
      message += " (\(error.needed) would be needed)"
    }
  }
}

extension lzl_error {
  /// The message, cleaned; `nil` when there is none.
  fileprivate var text: String? {
    var message = message
    let text = withUnsafeBytes(of: &message) { String(foreign: $0.prefix { $0 != 0 }) }
    return text.isEmpty ? nil : text
  }
}

extension ImageError.Code {
  /// A code of the contract; one that is not known counts as its group, the hundreds.
  init?(status: lzl_status) {
    switch status {
    case LZL_ERROR_NOT_THIS_FORMAT: self = .notAnImage
    case LZL_ERROR_TRUNCATED: self = .truncated
    case LZL_ERROR_UNSUPPORTED: self = .unsupported
    case LZL_ERROR_OUT_OF_MEMORY: self = .outOfMemory
    case LZL_ERROR_NOT_FOUND: self = .notFound
    case LZL_ERROR_ACCESS_DENIED: self = .accessDenied
    case LZL_ERROR_IS_DIRECTORY: self = .isDirectory
    case LZL_ERROR_NOT_A_FILE: self = .notAFile
    case LZL_ERROR_NAME_NOT_RESOLVED: self = .nameNotResolved
    case LZL_ERROR_CONNECTION_FAILED: self = .connectionFailed
    case LZL_ERROR_CONNECTION_LOST: self = .connectionLost
    case LZL_ERROR_TLS: self = .tls
    case LZL_ERROR_PROTOCOL: self = .protocolViolation
    case LZL_ERROR_TIMED_OUT: self = .timedOut
    case LZL_ERROR_STALLED: self = .stalled
    case LZL_ERROR_INVALID_ARGUMENT: self = .invalidRequest
    case LZL_ERROR_CANCELLED: self = .cancelled
    default: self.init(group: status / 100)
    }
  }

  private init?(group: lzl_status) {
    switch group {
    case 1: self = .corrupt
    case 2: self = .limitExceeded
    case 3: self = .inputOutput
    case 4: self = .denied
    case 5, 6: self = .pluginFailed
    default: return nil
    }
  }
}

extension ImageError.LimitName {
  /// `LZL_LIMIT_…`
  fileprivate init?(number: UInt32) {
    switch number {
    case LZL_LIMIT_SIDE: self = .side
    case LZL_LIMIT_SOURCE_PIXELS: self = .sourcePixels
    case LZL_LIMIT_DECODED_PIXELS: self = .decodedPixels
    case LZL_LIMIT_DECODED_BYTES: self = .decodedBytes
    case LZL_LIMIT_WORKING_BYTES: self = .workingBytes
    case LZL_LIMIT_ENCODED_BYTES: self = .encodedBytes
    case LZL_LIMIT_METADATA_BYTES: self = .metadataBytes
    case LZL_LIMIT_FRAMES: self = .frames
    case LZL_LIMIT_PASSES: self = .passes
    case LZL_LIMIT_WORK_TIME: self = .seconds
    default: return nil
    }
  }
}
