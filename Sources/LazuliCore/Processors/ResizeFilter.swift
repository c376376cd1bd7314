/// How source pixels are weighed into a target pixel. All are separable.
public enum ResizeFilter: String, Sendable, Hashable, CaseIterable {
  /// The average of the area that the target pixel covers; blocks when enlarging.
  case areaAverage = "area"
  /// The cubic through its samples (Keys, a = -1/2), 2 target pixels to each side: sharp without much
  /// ringing.
  case catmullRom = "catmull-rom"
  /// Windowed sinc of 3 target pixels to each side: sharpest, rings at hard edges.
  case lanczos3 = "lanczos3"

  var function: ConvolutionFunction {
    switch self {
    case .areaAverage: .area
    case .catmullRom: .catmullRom
    case .lanczos3: .lanczos3
    }
  }
}
