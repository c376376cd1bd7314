/// A picture in the colours of a palette.
struct IndexedPicture {
  /// Stands for a pixel that is not there.
  static let transparent: UInt8 = 255
  static let maximumColorCount = 255

  let width: Int
  let height: Int
  let palette: ColorPalette
  /// From the top left, one for each pixel.
  private(set) var indices: [UInt8]

  /// With at most `colorCount` colours. Where they are not enough, errors are spread over the pixels to
  /// come (R. W. Floyd and L. Steinberg, 1976), line by line to and fro.
  init(_ pixels: OpaquePixels, colorCount: Int) {
    (width, height) = (pixels.width, pixels.height)
    palette = ColorPalette(for: pixels.words, count: min(colorCount, Self.maximumColorCount))
    indices = [UInt8](repeating: Self.transparent, count: pixels.words.count)
    if palette.isComplete { assign(pixels.words) } else { diffuse(pixels.words) }
  }

  private mutating func assign(_ words: [UInt32]) {
    let nearest = NearestColor(palette)
    var known: [UInt32: UInt8] = [:]
    var last: (word: UInt32, index: UInt8) = (0, Self.transparent)
    for (place, word) in words.enumerated() {
      if word != last.word {
        let index = word == 0 ? Self.transparent : known[word] ?? UInt8(nearest.search(Self.color(word)))
        known[word] = index
        last = (word, index)
      }
      indices[place] = last.index
    }
  }

  private mutating func diffuse(_ words: [UInt32]) {
    var nearest = NearestColor(palette)
    var errors = ErrorLines(width: width)
    for y in 0..<height {
      for step in 0..<width {
        let x = y & 1 == 0 ? step : width - 1 - step
        let word = words[y * width + x]
        guard word != 0 else { continue }
        let wanted = errors.corrected(Self.color(word), at: x)
        let index = nearest.index(wanted)
        errors.spread(wanted &- palette.colors[index], from: x, direction: y & 1 == 0 ? 1 : -1)
        indices[y * width + x] = UInt8(index)
      }
      errors.advance()
    }
  }

  private static func color(_ word: UInt32) -> SIMD3<Int32> {
    SIMD3(Int32(word & 255), Int32(word >> 8 & 255), Int32(word >> 16 & 255))
  }
}

/// Errors on their way to the pixels that get them, in sixteenths.
private struct ErrorLines {
  private var current: [SIMD3<Int32>]
  private var next: [SIMD3<Int32>]

  /// With a place more at both ends.
  init(width: Int) {
    current = [SIMD3<Int32>](repeating: .zero, count: width + 2)
    next = current
  }

  func corrected(_ color: SIMD3<Int32>, at x: Int) -> SIMD3<Int32> {
    let value = color &+ (current[x + 1] &+ 8) &>> 4
    return value.clamped(lowerBound: .zero, upperBound: SIMD3(repeating: 255))
  }

  mutating func spread(_ error: SIMD3<Int32>, from x: Int, direction: Int) {
    current[x + 1 + direction] &+= error &* 7
    next[x + 1 - direction] &+= error &* 3
    next[x + 1] &+= error &* 5
    next[x + 1 + direction] &+= error
  }

  mutating func advance() {
    swap(&current, &next)
    for place in next.indices { next[place] = .zero }
  }
}
