import Glibc

/// The weight of a source sample by its distance from a target sample's centre.
enum ConvolutionFunction: Hashable {
  case area
  case catmullRom
  case lanczos3
  /// Of this standard deviation in samples.
  case gaussian(sigma: Double)

  /// How far it reaches, in target samples where it shrinks and source samples otherwise.
  ///
  /// Of a Gaussian, what is cut off weighs less than a sixtieth of an 8-bit step.
  var reach: Double {
    switch self {
    case .area: 0.5
    case .catmullRom: 2
    case .lanczos3: 3
    case .gaussian(let sigma): 4 * sigma + 0.5
    }
  }

  /// The weight at a distance in the units of `reach`. Not of areas, whose weights are lengths of overlaps.
  func weight(at distance: Double) -> Double {
    let x = abs(distance)
    switch self {
    case .area: return x < 0.5 ? 1 : 0
    case .catmullRom: return Self.cubic(x)
    case .lanczos3: return x < 3 ? Self.sinc(x) * Self.sinc(x / 3) : 0
    case .gaussian(let sigma): return exp(-x * x / (2 * sigma * sigma))
    }
  }

  private static func cubic(_ x: Double) -> Double {
    if x < 1 { return (1.5 * x - 2.5) * x * x + 1 }
    if x < 2 { return ((-0.5 * x + 2.5) * x - 4) * x + 2 }
    return 0
  }

  private static func sinc(_ x: Double) -> Double {
    x == 0 ? 1 : sin(.pi * x) / (.pi * x)
  }
}
