import LazuliABI

/// The function table for one format of a plugin in the build folder.
public struct LoadedDecoder: @unchecked Sendable {
  // The table is valid for ever and never changes, and `create` is thread-safe: both say the contract.
  public let table: UnsafePointer<lzl_decoder_api>
  public let format: String
  public let libraryPath: String

  /// Loads for example "libLazuliPNG.so".
  public init(library: String, format: String) throws {
    let plugin = try LoadedPlugin(library)
    self.format = format
    libraryPath = plugin.path
    table = try plugin.table(LZL_DECODER, format, as: lzl_decoder_api.self)
  }
}
