import LazuliCore
import LazuliTestKit
import Testing

@testable import Lazuli

/// What `body` throws, which it must.
func failure<Result>(_ body: () async throws(ImageError) -> Result) async throws -> ImageError {
  do {
    _ = try await body()
  } catch {
    return error
  }
  Issue.record("Nothing was thrown")
  throw ImageError(.internalError, at: .request, "Nothing was thrown")
}

extension PixelBuffer {
  /// The first byte of a pixel.
  func byte(x: Int, y: Int) -> UInt8 {
    withUnsafeBytes { $0[y * bytesPerRow + x * format.bytesPerPixel] }
  }

  /// The alpha of an RGBA pixel.
  func alpha(x: Int, y: Int) -> UInt8 {
    withUnsafeBytes { $0[y * bytesPerRow + x * 4 + 3] }
  }
}

extension ImageHeader {
  /// A still image of RGBA.
  static func still(_ width: Int, _ height: Int) -> ImageHeader {
    var header = ImageHeader(width: width, height: height, nativeFormat: .rgba8)
    header.frameCount = 1
    return header
  }
}

extension ImagePipeline {
  /// A pipeline with one transport for http, https and file, and some codecs. Its tasks have all the time in
  /// the world: a test says nothing of how fast the machine is.
  static func fake(
    _ transport: FakeTransport? = nil, decoders: [any ImageDecoderProvider] = [DotsProvider()],
    encoders: [any ImageEncoderProvider] = [], settings: PipelineSettings = .init(), log: PipelineLog? = nil
  ) -> ImagePipeline {
    var transports: [String: any Transport] = [:]
    for scheme in ["http", "https", "file"] { transports[scheme] = transport }
    var settings = settings
    settings.taskTimeout = nil
    return ImagePipeline(
      routing: FakeRouting(transports: transports, decoders: decoders, encoders: encoders), settings: settings,
      log: log, memoryCache: nil)
  }
}
