import Lazuli

extension ImagePipeline {
  /// A pipeline with the plugins of the build folder, and no others.
  static func built(_ configuration: Configuration = .init()) -> ImagePipeline {
    let places = PluginSearchPath.standard(for: configuration).places.filter { $0.origin == .build }
    return ImagePipeline(configuration, searchPath: PluginSearchPath(places: places))
  }
}

extension PixelBuffer {
  /// Whether each pixel of RGBA8 is this one, but in a hole (x, y, width, height), where it is that.
  func isFilled(
    with color: [Int], except hole: [Int] = [0, 0, 0, 0], _ inner: [Int] = [], tolerance: Int = 0
  ) -> Bool {
    withUnsafeBytes { bytes in
      for y in 0..<height {
        for x in 0..<width {
          let isInHole = x >= hole[0] && x < hole[0] + hole[2] && y >= hole[1] && y < hole[1] + hole[3]
          let expected = isInHole ? inner : color
          let start = y * bytesPerRow + x * 4
          for sample in 0..<4 where abs(Int(bytes[start + sample]) - expected[sample]) > tolerance { return false }
        }
      }
      return true
    }
  }

  /// The mean of the differences of all samples of RGBA8.
  func meanDifference(to other: PixelBuffer) -> Double {
    var sum = 0
    for row in 0..<height {
      withUnsafeBytes { bytes in
        other.withUnsafeBytes { others in
          for index in 0..<width * 4 {
            sum += abs(Int(bytes[row * bytesPerRow + index]) - Int(others[row * other.bytesPerRow + index]))
          }
        }
      }
    }
    return Double(sum) / Double(width * height * 4)
  }
}
