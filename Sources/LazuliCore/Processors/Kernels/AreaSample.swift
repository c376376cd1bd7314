/// A sample, or a sum of samples, that area averages are made of.
protocol AreaSample: FixedWidthInteger, UnsignedInteger, SIMDScalar, Codable, BitwiseCopyable {
  /// Holds a product of two samples, and sums of `sumCapacity` samples.
  associatedtype Wide: AreaSample
}

extension AreaSample {
  /// How many of the largest sample fit into `Wide`.
  static var sumCapacity: Int { Int(clamping: Wide.max / Wide(Self.max)) }
}

extension UInt8: AreaSample { typealias Wide = UInt16 }
extension UInt16: AreaSample { typealias Wide = UInt32 }
extension UInt32: AreaSample { typealias Wide = UInt64 }

extension UInt64: AreaSample {
  /// Not wider: `AreaAverage` refuses images whose whole sum would not fit.
  typealias Wide = UInt64
  static var sumCapacity: Int { Int.max }
}
