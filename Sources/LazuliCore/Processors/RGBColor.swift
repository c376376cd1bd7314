/// A colour without alpha, 8 bits a sample, in the colour space of the pixels it meets.
public struct RGBColor: Sendable, Hashable {
  public var red: UInt8
  public var green: UInt8
  public var blue: UInt8

  public init(red: UInt8, green: UInt8, blue: UInt8) {
    self.red = red
    self.green = green
    self.blue = blue
  }

  public static let black = RGBColor(red: 0, green: 0, blue: 0)
  public static let white = RGBColor(red: 255, green: 255, blue: 255)

  var isGray: Bool { red == green && green == blue }
  /// The colour as an opaque word of RGBA8.
  var word: UInt32 { UInt32(red) | UInt32(green) << 8 | UInt32(blue) << 16 | 0xFF00_0000 }
}
