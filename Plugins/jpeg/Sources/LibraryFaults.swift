import CLazuliJPEG
import LazuliABI
import LazuliPluginKit

extension PluginError {
  /// What the library said, as the host is told it.
  init(_ fault: lzljpeg_fault, at offset: UInt64 = LZL_UNKNOWN) {
    var fault = fault
    let message = withUnsafeBytes(of: &fault.message) { bytes in
      String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
    self.init(fault.code, message)
    self.offset = offset
    libraryCode = Int64(fault.library_code)
  }

  static let noMemory = PluginError(LZL_ERROR_OUT_OF_MEMORY, "No memory for libjpeg")
}
