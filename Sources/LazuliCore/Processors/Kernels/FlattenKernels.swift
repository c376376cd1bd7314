/// Alpha onto an opaque background: (c · a + b · (1 - a)), rounded once.
enum FlattenKernels {
  static func rgba8(onto background: RGBColor) -> RowKernel {
    let ground = SIMD4<UInt32>(repeating: background.word)
    let outerGround = PixelWords.outer(ground)
    let innerGround = PixelWords.inner(ground)
    return { source, target, count in
      PixelWords.map(source, target, count) { pixels in
        let alpha = PixelWords.doubled(pixels &>> 24)
        let rest = 255 &- alpha
        let outer = Rounding.by255(PixelWords.outer(pixels) &* alpha &+ outerGround &* rest)
        let inner = Rounding.by255(PixelWords.inner(pixels) &* alpha &+ innerGround &* rest)
        return PixelWords.joined(outer: outer, inner: inner) | 0xFF00_0000
      }
    }
  }

  /// Colours above alpha, which premultiplied pixels cannot have, saturate.
  static func rgba8Premultiplied(onto background: RGBColor) -> RowKernel {
    let ground = SIMD4<UInt32>(repeating: background.word)
    let outerGround = PixelWords.outer(ground)
    let innerGround = PixelWords.inner(ground)
    let full = SIMD8<UInt16>(repeating: 255)
    return { source, target, count in
      PixelWords.map(source, target, count) { pixels in
        let rest = 255 &- PixelWords.doubled(pixels &>> 24)
        let outer = pointwiseMin(PixelWords.outer(pixels) &+ Rounding.by255(outerGround &* rest), full)
        let inner = pointwiseMin(PixelWords.inner(pixels) &+ Rounding.by255(innerGround &* rest), full)
        return PixelWords.joined(outer: outer, inner: inner) | 0xFF00_0000
      }
    }
  }

  static func rgba16(onto background: RGBColor) -> RowKernel {
    let ground = [background.red, background.green, background.blue].map { UInt32($0) * 257 }
    return { source, target, count in
      let from = source.assumingMemoryBound(to: UInt16.self)
      let to = target.assumingMemoryBound(to: UInt16.self)
      for start in stride(from: 0, to: count &* 4, by: 4) {
        let alpha = UInt32(from[start &+ 3])
        for sample in 0..<3 {
          let sum = UInt32(from[start &+ sample]) &* alpha &+ ground[sample] &* (65535 &- alpha)
          to[start &+ sample] = UInt16(truncatingIfNeeded: Rounding.by65535(sum))
        }
        to[start &+ 3] = 65535
      }
    }
  }

  static func grayAlpha8(onto background: UInt8) -> RowKernel {
    let ground = UInt32(background)
    return { source, target, count in
      let from = source.assumingMemoryBound(to: UInt8.self)
      let to = target.assumingMemoryBound(to: UInt8.self)
      for start in stride(from: 0, to: count &* 2, by: 2) {
        let alpha = UInt32(from[start &+ 1])
        let sum = UInt32(from[start]) &* alpha &+ ground &* (255 &- alpha)
        to[start] = UInt8(truncatingIfNeeded: Rounding.by255(sum))
        to[start &+ 1] = 255
      }
    }
  }
}
