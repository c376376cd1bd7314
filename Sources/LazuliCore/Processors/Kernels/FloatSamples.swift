/// Rows of samples as floats, which may be mixed, and back.
///
/// Colours with alpha are multiplied by it, as a part of 1. Values are samples as they are; colours in
/// linear light are 0 to 1. Four samples lie side by side, gray and alpha in two planes.
struct FloatSamples {
  let format: PixelFormat
  let isLinear: Bool

  /// Throws `unsupported` for ink in linear light.
  init(_ format: PixelFormat, isLinear: Bool) throws(ImageError) {
    guard format != .cmyk8 || !isLinear else {
      throw ImageError(
        .unsupported, at: .process, "cmyk8 pixels cannot be resized in linear light; convert them to rgba8 first")
    }
    self.format = format
    self.isLinear = isLinear
  }

  /// Floats of a pixel which lie side by side.
  var lanes: Int { format.samplesPerPixel == 4 ? 4 : 1 }
  var planes: Int { format.samplesPerPixel == 2 ? 2 : 1 }

  /// Whether the floats of a row are its bytes, each by itself.
  func areBytes(_ row: UnsafeRawPointer, count: Int) -> Bool {
    guard !isLinear else { return false }
    switch format {
    case .gray8, .rgba8Premultiplied, .cmyk8: return true
    case .rgba8: return AreaKernels.isOpaque(row.assumingMemoryBound(to: UInt8.self), count: count, samples: 4)
    case .grayAlpha8, .gray16, .rgba16: return false
    }
  }

  /// Planes begin `plane` floats apart.
  func expand(_ row: UnsafeRawPointer, into target: UnsafeMutablePointer<Float>, count: Int, plane: Int) {
    switch format {
    case .rgba8: FloatKernels.expand4(row, UInt8.self, weighs: true, light(), into: target, count)
    case .rgba16: FloatKernels.expand4(row, UInt16.self, weighs: true, light(), into: target, count)
    case .rgba8Premultiplied where isLinear: expandPremultiplied(row, into: target, count)
    case .rgba8Premultiplied, .cmyk8: FloatKernels.expand4(row, UInt8.self, weighs: false, nil, into: target, count)
    case .gray8: FloatKernels.expand1(row, UInt8.self, light(), into: target, count)
    case .gray16: FloatKernels.expand1(row, UInt16.self, light(), into: target, count)
    case .grayAlpha8: FloatKernels.expand2(row, light(), into: target, alpha: target + plane, count)
    }
  }

  func contract(_ row: UnsafePointer<Float>, into target: UnsafeMutableRawPointer, count: Int, plane: Int) {
    switch format {
    case .rgba8: FloatKernels.contract4(row, .straight, codes(), into: target, UInt8.self, count)
    case .rgba16: FloatKernels.contract4(row, .straight, codes(), into: target, UInt16.self, count)
    case .rgba8Premultiplied where isLinear:
      FloatKernels.contract4(row, .straight, codes(), into: target, UInt8.self, count)
      // Pixel by pixel, and therefore in place.
      ConversionKernels.premultiply(target, target, count)
    case .rgba8Premultiplied: FloatKernels.contract4(row, .premultiplied, nil, into: target, UInt8.self, count)
    case .cmyk8: FloatKernels.contract4(row, .none, nil, into: target, UInt8.self, count)
    case .gray8: FloatKernels.contract1(row, codes(), into: target, UInt8.self, count)
    case .gray16: FloatKernels.contract1(row, codes(), into: target, UInt16.self, count)
    case .grayAlpha8: FloatKernels.contract2(row, alpha: row + plane, codes(), into: target, count)
    }
  }

  private func light() -> [Float]? {
    guard isLinear else { return nil }
    return format.bitsPerSample == 8 ? LinearLight.light8 : LinearLight.light16
  }

  private func codes() -> [Float]? { isLinear ? LinearLight.encoded : nil }

  /// Light is that of straight colours.
  private func expandPremultiplied(_ row: UnsafeRawPointer, into target: UnsafeMutablePointer<Float>, _ count: Int) {
    let piece = 256
    withUnsafeTemporaryAllocation(byteCount: piece * 4, alignment: 16) { straight in
      for start in stride(from: 0, to: count, by: piece) {
        let size = min(piece, count - start)
        ConversionKernels.unpremultiply(row + start * 4, straight.baseAddress!, size)
        FloatKernels.expand4(
          straight.baseAddress!, UInt8.self, weighs: true, light(), into: target + start * 4, size)
      }
    }
  }
}
