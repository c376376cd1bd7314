import LazuliTestSupport

/// A file to be decoded.
struct Sample: Sendable {
  let name: String
  let bytes: [UInt8]
}

extension Sample {
  /// The fixtures in a folder of Tests/Fixtures/conformance.
  static func fixtures(_ folder: String) throws -> [Sample] {
    let path = "\(Cases.packageRoot)/Tests/Fixtures/conformance/\(folder)"
    return try TestFile.names(in: path).map { try Sample(name: $0, bytes: TestFile.bytes(at: "\(path)/\($0)")) }
  }

  /// Every so many of the small files in a folder of the shared cases.
  static func cases(_ folder: String, endingWith ending: String, every stride: Int) throws -> [Sample] {
    guard let cases = Cases.folder(folder) else { return [] }
    let names = try cases.names(endingWith: ending).enumerated().filter { $0.offset % stride == 0 }.map(\.element)
    return try names.map { try Sample(name: $0, bytes: cases.bytes($0)) }.filter { $0.bytes.count < 12_000 }
  }

  /// Pictures of the test plugin's own format.
  static let dots = [(1, 1), (7, 5), (40, 30)].map { width, height in
    let pixels = (0..<width * height).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ $0 / 5) }
    return Sample(name: "\(width)x\(height).dots", bytes: Array("DOTS".utf8) + [UInt8(width), UInt8(height)] + pixels)
  }
}
