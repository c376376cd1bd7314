import Lazuli
import LazuliTestSupport

/// What came of an animation.
struct ShownAnimation {
  var image: DecodedImage?
  var frames: [ImageFrame] = []
  var error: ImageError?

  /// In the order in which they are shown.
  var pictures: [PixelBuffer] { image?.frames == nil ? [image?.pixels].compactMap(\.self) : frames.map(\.pixels) }
}

/// A record of `expected.json` for a valid file.
struct APNGExpectation {
  private let record: TestJSON

  init(_ record: TestJSON) {
    self.record = record
  }

  func objections(to shown: ShownAnimation) -> [String] {
    if let error = shown.error { return ["\(error.code.rawValue): \(error.message)"] }
    guard let image = shown.image else { return ["no image"] }
    guard image.width == record["width"]?.integer, image.height == record["height"]?.integer else {
      return ["is \(image.width)×\(image.height)"]
    }
    return animation(image, shown.frames) + delays(shown.frames) + colors(shown.pictures)
  }

  private func animation(_ image: DecodedImage, _ frames: [ImageFrame]) -> [String] {
    guard let control = record["acTL"] else { return image.frames == nil ? [] : ["is no animation"] }
    var objections: [String] = []
    if image.header.frameCount != control[0]?.integer { objections.append("the header says other frames") }
    if image.header.playCount != control[1]?.integer { objections.append("plays \(image.header.playCount) times") }
    // An animation of one frame is a still image.
    let isStill = control[0]?.integer == 1 && image.frames == nil
    if !isStill && frames.count != control[0]?.integer { objections.append("has \(frames.count) frames") }
    return objections
  }

  private func delays(_ frames: [ImageFrame]) -> [String] {
    guard let wanted = record["delays_ms"]?.elements.compactMap(\.number), !frames.isEmpty else { return [] }
    let found = frames.map(\.delayMilliseconds)
    let isEqual = found.count == wanted.count && zip(found, wanted).allSatisfy { abs($0 - $1) < 0.01 }
    return isEqual ? [] : ["delays are \(found)"]
  }

  private func colors(_ pictures: [PixelBuffer]) -> [String] {
    guard let final = record["final"], let last = pictures.last else { return ["shows nothing"] }
    if let sequence = final["sequence"]?.elements.compactMap({ Self.named[$0.string ?? ""] }) {
      let count = max(pictures.count, sequence.count)
      let isRight = (0..<count).allSatisfy {
        pictures[$0 % pictures.count].isFilled(with: sequence[$0 % sequence.count], within: [0, 0, 0, 0])
      }
      return isRight && !sequence.isEmpty ? [] : ["other colours"]
    }
    if let fill = final["fill"]?.elements.compactMap(\.integer), let tolerance = final["tol"] {
      return last.isFilled(with: fill, within: Self.tolerances(tolerance)) ? [] : ["ends as \(last.firstPixel)"]
    }
    return last.isFramed(final) ? [] : ["other colours"]
  }

  private static func tolerances(_ value: TestJSON) -> [Int] {
    value.integer.map { Array(repeating: $0, count: 4) } ?? value.elements.compactMap(\.integer)
  }

  private static let named = [
    "blue": [0, 0, 255, 255], "yellow": [255, 255, 0, 255], "cyan": [0, 255, 255, 255], "magenta": [255, 0, 255, 255],
  ]
}

extension PixelBuffer {
  /// A pixel of RGBA8; colours without alpha are 0.
  func pixel(_ x: Int, _ y: Int) -> [Int] {
    withUnsafeBytes { bytes in
      let start = y * bytesPerRow + x * 4
      return bytes[start + 3] == 0 ? [0, 0, 0, 0] : bytes[start..<start + 4].map { Int($0) }
    }
  }

  var firstPixel: [Int] { pixel(0, 0) }

  /// Whether a colour is anywhere.
  func contains(_ color: [Int]) -> Bool {
    let (bytes, color) = (goldenBytes, color.map { UInt8($0) })
    return stride(from: 0, to: bytes.count, by: 4).contains { bytes[$0..<$0 + 4].elementsEqual(color) }
  }

  /// Whether all pixels are of a colour, each sample within its tolerance.
  func isFilled(with color: [Int], within tolerances: [Int]) -> Bool {
    let bytes = goldenBytes
    return bytes.indices.allSatisfy { abs(Int(bytes[$0]) - color[$0 % 4]) <= tolerances[$0 % 4] }
  }

  /// Whether a rectangle is of one colour and what is around it of another.
  func isFramed(_ final: TestJSON) -> Bool {
    guard let outer = final["outer"]?.elements.compactMap(\.integer), let hole = final["inner_rect"],
      let inner = final["inner"]?.elements.compactMap(\.integer), let x0 = hole[0]?.integer,
      let y0 = hole[1]?.integer, let width = hole[2]?.integer, let height = hole[3]?.integer
    else { return false }
    return (0..<self.height).allSatisfy { y in
      (0..<self.width).allSatisfy { x in
        let isInside = (x0..<x0 + width).contains(x) && (y0..<y0 + height).contains(y)
        return pixel(x, y) == (isInside ? inner : outer)
      }
    }
  }
}
