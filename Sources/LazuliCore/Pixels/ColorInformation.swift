/// What a file says of its colours, unjudged.
///
/// Where several are given, CICP wins over ICC, ICC over sRGB, sRGB over gamma and chromaticities
/// (PNG third edition, 4.3).
public struct ColorInformation: Sendable, Hashable {
  /// The rendering intent of an sRGB declaration, 0 to 3; `nil` when there is none.
  public var sRGBIntent: Int?
  /// An ICC profile.
  public var iccProfile: [UInt8]?
  /// The encoding exponent: 0.45455 for 1/2.2.
  public var gamma: Double?
  public var chromaticities: Chromaticities?
  public var cicp: CICP?
  /// Whether CMYK samples are stored inverted (255 is no ink), as Adobe's JPEG files do.
  public var hasInvertedCMYK = false

  public init() {}

  /// The CIE x and y of white point and primaries.
  public struct Chromaticities: Sendable, Hashable {
    public struct Point: Sendable, Hashable {
      public var x: Double
      public var y: Double

      public init(x: Double, y: Double) {
        self.x = x
        self.y = y
      }
    }

    public var white: Point
    public var red: Point
    public var green: Point
    public var blue: Point

    public init(white: Point, red: Point, green: Point, blue: Point) {
      self.white = white
      self.red = red
      self.green = green
      self.blue = blue
    }
  }

  /// Coding-independent code points (ITU-T H.273).
  public struct CICP: Sendable, Hashable {
    public var primaries: UInt8
    public var transfer: UInt8
    public var matrix: UInt8
    public var isFullRange: Bool

    public init(primaries: UInt8, transfer: UInt8, matrix: UInt8, isFullRange: Bool) {
      self.primaries = primaries
      self.transfer = transfer
      self.matrix = matrix
      self.isFullRange = isFullRange
    }
  }
}
