/// How rows of one format become rows of another.
///
/// Made of steps, each rounded to nearest: 16 to 8 bits is round(v / 257), 8 to 16 v · 257;
/// premultiplying round(c · a / 255), undoing it round(c · 255 / a), 0 where alpha is 0; CMYK is
/// inverted unless it is stored so, then red, green and blue are round(c · k / 255). Gray of a colour
/// is its luma by BT.709 (0.2126, 0.7152, 0.0722). Dropping alpha leaves the colours alone. The more
/// precise of several ways is taken. A value; `convert` runs anywhere.
public struct PixelConversion: Sendable {
  public let source: PixelFormat
  public let target: PixelFormat
  /// The formats on the way, the target last; empty when nothing changes.
  private let steps: [PixelFormat]
  private let hasInvertedCMYK: Bool

  /// `nil` for a conversion there is none of: to CMYK, and, unless `allowsLoss`, from colour to gray
  /// and from alpha to none.
  public init?(
    from source: PixelFormat, to target: PixelFormat, allowsLoss: Bool = false, hasInvertedCMYK: Bool = false
  ) {
    guard source == target || target != .cmyk8 else { return nil }
    guard allowsLoss || !Self.loses(from: source, to: target) else { return nil }
    self.source = source
    self.target = target
    self.hasInvertedCMYK = hasInvertedCMYK
    var steps: [PixelFormat] = []
    while (steps.last ?? source) != target { steps.append(Self.step(from: steps.last ?? source, to: target)) }
    self.steps = steps
  }

  private static func loses(from source: PixelFormat, to target: PixelFormat) -> Bool {
    (source.hasColor && !target.hasColor) || (source.hasAlpha && !target.hasAlpha)
  }

  /// The first format on the way.
  private static func step(from source: PixelFormat, to target: PixelFormat) -> PixelFormat {
    switch (source, target) {
    case (.rgba8Premultiplied, _), (.cmyk8, _): .rgba8
    case (.rgba16, .gray8), (.rgba16, .gray16): .gray16
    case (.rgba16, _): .rgba8
    case (.gray16, .rgba16): .rgba16
    case (.gray16, _): .gray8
    case (.gray8, .rgba16): .gray16
    case (.gray8, .rgba8Premultiplied): .rgba8
    case (.grayAlpha8, .gray16): .gray8
    case (.grayAlpha8, .rgba16), (.grayAlpha8, .rgba8Premultiplied): .rgba8
    case (.rgba8, .gray16): .rgba16
    default: target
    }
  }

  private func kernel(from source: PixelFormat, to target: PixelFormat) -> RowKernel {
    switch (source, target) {
    case (.cmyk8, _): ConversionKernels.cmyk8ToRGBA8(inverted: hasInvertedCMYK)
    case (.rgba8Premultiplied, _): ConversionKernels.unpremultiply
    case (.rgba8, .rgba8Premultiplied): ConversionKernels.premultiply
    case (.rgba8, .rgba16): ConversionKernels.widen(samples: 4)
    case (.rgba8, .gray8): ConversionKernels.rgba8ToGray8
    case (.rgba8, _): ConversionKernels.rgba8ToGrayAlpha8
    case (.rgba16, .gray16): ConversionKernels.rgba16ToGray16
    case (.rgba16, _): ConversionKernels.reduce(samples: 4)
    case (.gray8, .gray16): ConversionKernels.widen(samples: 1)
    case (.gray8, .grayAlpha8): ConversionKernels.gray8ToGrayAlpha8
    case (.gray8, _): ConversionKernels.gray8ToRGBA8
    case (.grayAlpha8, .gray8): ConversionKernels.grayAlpha8ToGray8
    case (.grayAlpha8, _): ConversionKernels.grayAlpha8ToRGBA8
    case (.gray16, .rgba16): ConversionKernels.gray16ToRGBA16
    case (.gray16, _): ConversionKernels.reduce(samples: 1)
    }
  }

  /// Converts `count` pixels; the rows do not overlap.
  public func convert(_ row: UnsafeRawPointer, into target: UnsafeMutableRawPointer, count: Int) {
    guard let first = steps.first else {
      return target.copyMemory(from: row, byteCount: count * source.bytesPerPixel)
    }
    let run = kernel(from: source, to: first)
    guard steps.count > 1 else { return run(row, target, count) }
    convertInPieces(row, into: target, count: count)
  }

  /// Pieces stay in the processor's first cache between the steps.
  private func convertInPieces(_ row: UnsafeRawPointer, into target: UnsafeMutableRawPointer, count: Int) {
    let kernels = zip([source] + steps, steps).map { kernel(from: $0, to: $1) }
    let piece = 512
    withUnsafeTemporaryAllocation(byteCount: 2 * piece * 8, alignment: 64) { scratch in
      let halves = [scratch.baseAddress!, scratch.baseAddress! + piece * 8]
      for start in stride(from: 0, to: count, by: piece) {
        let size = min(piece, count - start)
        var from = row + start * source.bytesPerPixel
        for (index, kernel) in kernels.enumerated() {
          let isLast = index == kernels.count - 1
          let to = isLast ? target + start * self.target.bytesPerPixel : halves[index & 1]
          kernel(from, to, size)
          from = UnsafeRawPointer(to)
        }
      }
    }
  }
}
