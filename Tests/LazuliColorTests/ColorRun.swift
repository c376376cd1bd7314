import LazuliColor
import LazuliCore
import LazuliTestSupport
import Testing

/// A profile of Tests/Fixtures/color.
func profile(_ name: String) throws -> [UInt8] {
  try TestFile.bytes(at: path(ofProfile: name))
}

func path(ofProfile name: String) -> String { "\(Cases.packageRoot)/Tests/Fixtures/color/\(name).icc" }

extension ColorInformation {
  init(icc profile: [UInt8]) {
    self.init()
    iccProfile = profile
  }

  init(cicp primaries: UInt8, _ transfer: UInt8, matrix: UInt8 = 0, isFullRange: Bool = true) {
    self.init()
    cicp = CICP(primaries: primaries, transfer: transfer, matrix: matrix, isFullRange: isFullRange)
  }

  init(gamma: Double?, _ chromaticities: Chromaticities? = nil) {
    self.init()
    self.gamma = gamma
    self.chromaticities = chromaticities
  }
}

extension Samples {
  /// One row of pixels.
  init(_ format: PixelFormat, _ values: [Int]) {
    self.init(width: values.count / format.samplesPerPixel, height: 1, format: format)
    self.values = values
  }

  /// These pixels in another colour space; as they are where nothing is to be done.
  func converted(
    _ color: ColorInformation, _ model: ColorModel = .rgb, to space: OutputColorSpace = .sRGB,
    by converter: ColorConverter = ColorConverter()
  ) throws -> Samples {
    let judgement = converter.judgement(color, model, format, for: space)
    #expect(judgement.fault == nil)
    guard let conversion = judgement.conversion else { return self }
    #expect(conversion.source == format)
    return try converted(by: conversion)
  }

  func converted(by conversion: ColorConversion) throws -> Samples {
    let pool = PixelBufferPool()
    let source = try pixels(in: pool)
    let layout = try #require(PixelLayout(width: width, height: height, format: conversion.target))
    let target = try pool.surface(layout)
    target.withUnsafeMutableBytes { to in
      source.withUnsafeBytes { from in
        for row in 0..<height {
          conversion.convert(
            from.baseAddress! + row * source.bytesPerRow, into: to.baseAddress! + row * target.bytesPerRow, count: width
          )
        }
      }
    }
    return Samples(target.freeze())
  }

  /// All grays, and colours on a lattice and at random; alpha is anything.
  static func colors(_ format: PixelFormat) -> Samples {
    var generator = SeededGenerator(7)
    let maximum = format.bitsPerSample == 8 ? 255 : 65535
    let steps = (0...4).map { $0 * maximum / 4 }
    let lattice = steps.flatMap { red in steps.flatMap { green in steps.map { [red, green, $0] } } }
    let grays = (0...255).map { [Int](repeating: $0 * maximum / 255, count: 3) }
    let others = (0..<200).map { _ in (0..<3).map { _ in Int.random(in: 0...maximum, using: &generator) } }
    let all = (grays + lattice + others).flatMap { $0 + [Int.random(in: 0...maximum, using: &generator)] }
    return Samples(format, all)
  }

  /// The pixels, each its samples.
  var pixelValues: [[Int]] {
    stride(from: 0, to: values.count, by: format.samplesPerPixel).map {
      Array(values[$0..<$0 + format.samplesPerPixel])
    }
  }
}
