import LazuliTestSupport

extension TinyPNG {
  /// Of one opaque colour.
  static func solid(_ width: Int = 1, _ height: Int = 1, _ color: [UInt8] = [255, 0, 0]) -> [UInt8] {
    filled(width: width, height: height, with: color + [255])
  }

  /// Of a colour that is told apart from others by its number.
  static func numbered(_ number: Int) -> [UInt8] { solid(2, 2, color(number)) }

  static func color(_ number: Int) -> [UInt8] { [UInt8(number & 255), UInt8(255 - number & 255), 7] }

  /// With a text about the picture.
  static func commented(_ keyword: String, _ text: String) -> [UInt8] {
    var file = TinyPNG(width: 1, height: 1)
    file.add("tEXt", Array("\(keyword)\0\(text)".utf8))
    file.add("IDAT", data(width: 1, height: 1, of: [255, 0, 0, 255]))
    file.add("IEND", [])
    return file.bytes
  }

  /// A header which announces so much, and next to nothing behind it.
  static func announcing(_ width: Int, _ height: Int) -> [UInt8] {
    var file = TinyPNG(width: width, height: height)
    file.add("IDAT", data(width: 1, height: 1, of: [0, 0, 0, 0]))
    file.add("IEND", [])
    return file.bytes
  }

  /// An animation of two frames.
  static func moving() -> [UInt8] {
    var file = TinyPNG(width: 4, height: 2)
    file.addAnimation(frameCount: 2)
    file.addFrame(sequence: 0, width: 4, height: 2)
    file.add("IDAT", data(width: 4, height: 2, of: [255, 0, 0, 255]))
    file.addFrame(sequence: 1, width: 4, height: 2)
    file.addFrameData(sequence: 2, width: 4, height: 2, of: [0, 0, 255, 255])
    file.add("IEND", [])
    return file.bytes
  }
}
