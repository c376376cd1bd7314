import DecoderHarness
import LazuliABI
import Testing

/// The plugin, and pictures that tests make with its encoder.
struct Samples {
  private let decoder: LoadedDecoder
  private let encoder: lzl_encoder_api

  static let width = 93
  static let height = 71

  /// Arithmetic coding of `huffman`: `jpegtran -arithmetic`.
  static let arithmetic =
    """
    ffd8ffe000104a46494600010100000100010000ffdb0043000d090a0b0a080d0b0a0b0e0e0d0f13201513121213271c1e17202e2931302e\
    292d2c333a4a3e333646372c2d405741464c4e525352323e5a615a50604a51524fffc9000b080008000801011100ffcc000600101005ffda\
    0008010100003f00f6044a45312b5cffd9
    """
  /// `cjpeg -quality 60` of a PGM of 8 × 8 with the gray values 32·x + 3·y modulo 256.
  static let huffman =
    """
    ffd8ffe000104a46494600010100000100010000ffdb0043000d090a0b0a080d0b0a0b0e0e0d0f13201513121213271c1e17202e2931302e\
    292d2c333a4a3e333646372c2d405741464c4e525352323e5a615a50604a51524fffc0000b080008000801011100ffc4001f000001050101\
    0101010100000000000000000102030405060708090a0bffc400b5100002010303020403050504040000017d010203000411051221314106\
    13516107227114328191a1082342b1c11552d1f02433627282090a161718191a25262728292a3435363738393a434445464748494a535455\
    565758595a636465666768696a737475767778797a838485868788898a92939495969798999aa2a3a4a5a6a7a8a9aab2b3b4b5b6b7b8b9ba\
    c2c3c4c5c6c7c8c9cad2d3d4d5d6d7d8d9dae1e2e3e4e5e6e7e8e9eaf1f2f3f4f5f6f7f8f9faffda0008010100003f0067c3e8bfd571e95f\
    ffd9
    """

  init() throws {
    decoder = try LoadedDecoder(library: "libLazuliJPEG.so", format: "jpeg")
    encoder = try LoadedPlugin("libLazuliJPEG.so").table(LZL_ENCODER, "jpeg", as: lzl_encoder_api.self).pointee
  }

  /// Decodes to the end, by the contract in every step.
  func decode(
    _ file: [UInt8], _ plan: DecodePlan = .init(), limits: lzl_limits = .unlimited
  ) throws -> Decoding {
    let decoding = try DecodeWalk.run(LocalDecoder(decoder, limits: limits), file, plan)
    #expect(decoding.violations.isEmpty)
    return decoding
  }

  func encode(_ pixels: [UInt8], _ request: EncodeRun.Request) throws -> EncodeRun {
    try EncodeRun(encoder, pixels, request)
  }

  /// A file of the sample picture.
  func file(flags: UInt32 = 0, chroma: UInt32 = LZL_CHROMA_420, format: UInt32 = LZL_FORMAT_RGBA8) throws -> [UInt8] {
    var request = EncodeRun.Request(format: format, width: Self.width, height: Self.height)
    request.options.flags = flags
    request.options.chroma = chroma
    return try encode(Self.pixels(format), request).file
  }

  /// A picture with edges and slopes in every sample.
  static func pixels(_ format: UInt32) -> [UInt8] {
    let sampleCount = format == LZL_FORMAT_GRAY8 ? 1 : 4
    return (0..<width * height * sampleCount).map { index in
      let (x, y, sample) = (index / sampleCount % width, index / sampleCount / width, index % sampleCount)
      return UInt8((x * (3 + sample) + y * (5 - sample) + (x / 8 + y / 8) % 2 * 60) & 0xFF)
    }
  }

  /// Bytes from hexadecimal digits.
  static func bytes(_ hex: String) -> [UInt8] {
    let digits = hex.utf8.map { $0 < 0x60 ? $0 - 0x30 : $0 - 0x57 }
    return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
  }

  /// Where a marker begins, counted from 0.
  static func place(of marker: UInt8, _ number: Int = 0, in file: [UInt8]) -> Int? {
    let places = file.indices.dropLast().filter { file[$0] == 0xFF && file[$0 + 1] == marker }
    return number < places.count ? places[number] : nil
  }
}

extension Decoding {
  /// Of the first picture: the rows that were told, from the top, one after the other.
  var pixels: [UInt8] { frames.first?.pixels ?? [] }

  /// The numbers of the passes that ended.
  var passes: [UInt32] { marks.filter { $0.hasPrefix("PASS_DONE ") }.compactMap { UInt32($0.dropFirst(10)) } }

  /// Rows of the first picture that were told.
  var rowCount: Int { frames.first?.toldRowCount ?? 0 }
}
