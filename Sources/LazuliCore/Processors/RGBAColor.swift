/// A colour with straight alpha, 8 bits a sample, in the colour space of the pixels it meets.
public struct RGBAColor: Sendable, Hashable {
  public var red: UInt8
  public var green: UInt8
  public var blue: UInt8
  public var alpha: UInt8

  public init(red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8 = 255) {
    self.red = red
    self.green = green
    self.blue = blue
    self.alpha = alpha
  }

  public init(_ color: RGBColor, alpha: UInt8 = 255) {
    self.init(red: color.red, green: color.green, blue: color.blue, alpha: alpha)
  }

  public static let clear = RGBAColor(red: 0, green: 0, blue: 0, alpha: 0)

  var isGray: Bool { red == green && green == blue }
  var isOpaque: Bool { alpha == 255 }

  /// For identities.
  var name: String { "\(red),\(green),\(blue),\(alpha)" }

  /// The samples of a pixel; `format` can hold the colour.
  func samples(in format: PixelFormat) -> [UInt16] {
    switch format {
    case .gray8: [UInt16(red)]
    case .gray16: [UInt16(red) * 257]
    case .grayAlpha8: [UInt16(red), UInt16(alpha)]
    case .rgba8, .cmyk8: [red, green, blue, alpha].map { UInt16($0) }
    case .rgba16: [red, green, blue, alpha].map { UInt16($0) * 257 }
    case .rgba8Premultiplied:
      [red, green, blue].map { UInt16(Rounding.by255(UInt32($0) * UInt32(alpha))) } + [UInt16(alpha)]
    }
  }
}
