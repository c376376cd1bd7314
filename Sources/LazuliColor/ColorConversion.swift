public import LazuliCore

/// The way from what an image's colours mean to an output colour space, for one format of pixels.
///
/// Made by `ColorConverter`; used by any number of threads at once.
public struct ColorConversion: Sendable {
  /// What rows have to be in.
  public let source: PixelFormat
  /// What they are in then; where it is the same, rows can be converted in place.
  public let target: PixelFormat
  /// What is known of the colours then.
  public let color: ColorInformation
  private let rows: RowConversion

  init(_ rows: @escaping RowConversion, from source: PixelFormat, to space: OutputColorSpace) {
    self.rows = rows
    self.source = source
    target = source == .cmyk8 ? .rgba8 : source
    color = ColorInformation(space)
  }

  /// Converts `count` pixels; the rows are the same, or do not overlap. Alpha is straight, and copied.
  public func convert(_ row: UnsafeRawPointer, into target: UnsafeMutableRawPointer, count: Int) {
    rows(row, target, count)
  }
}

extension ColorConversion {
  /// Whether no colour moves by more than one step of 8 bits: rounding, not another colour.
  var changesNothing: Bool {
    guard source == target, source.bitsPerSample == 8 else { return false }
    let pixels = Self.samplePixels(samplesPerPixel: source.samplesPerPixel)
    var converted = [UInt8](repeating: 0, count: pixels.count)
    pixels.withUnsafeBytes { from in
      converted.withUnsafeMutableBytes {
        convert(from.baseAddress!, into: $0.baseAddress!, count: pixels.count / source.samplesPerPixel)
      }
    }
    return zip(pixels, converted).allSatisfy { abs(Int($0) - Int($1)) <= 1 }
  }

  /// All grays, and a lattice over the colours where there are such.
  private static func samplePixels(samplesPerPixel: Int) -> [UInt8] {
    let grays = (0...255).flatMap { gray in (0..<samplesPerPixel).map { _ in UInt8(gray) } }
    guard samplesPerPixel == 4 else { return grays }
    let steps = stride(from: 0, through: 255, by: 15).map { UInt8($0) }
    return grays + steps.flatMap { red in steps.flatMap { green in steps.flatMap { [red, green, $0, 255] } } }
  }
}

extension ColorInformation {
  /// What pixels in an output colour space say of themselves.
  init(_ space: OutputColorSpace) {
    self.init()
    switch space {
    case .sRGB: self = .sRGB
    case .displayP3:
      cicp = CICP(primaries: 12, transfer: 13, matrix: 0, isFullRange: true)
      iccProfile = OutputProfile.displayP3Bytes
    case .asStored: break
    }
  }
}
