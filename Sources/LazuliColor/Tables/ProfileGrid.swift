internal import CLCMS2
import LazuliCore

/// A profile's table: by a curve for each channel and a grid of nodes to colours beside a white of D50, where profiles
/// meet (ICC.1, 10.10 to 10.12).
struct ProfileGrid {
  /// Where in the grid samples of 8 bits lie, for each channel: 0 to its count of nodes less one.
  let places: [[Float]]
  let counts: [Int]
  /// The last channel's neighbours lie side by side. Of Lab: Y, and X and Z, each as the function of light that L*, a*
  /// and b* are linear in. Else X, Y and Z.
  let nodes: [SIMD4<Float>]
  let isLab: Bool

  /// What is larger takes longer to read than it is worth.
  private static let maximumNodeCount = 1 << 18

  /// `nil` where the profile is more than that, as with several grids, or has its table in floats.
  init?(_ profile: InputProfile) {
    let table = PipelineTable(profile.handle)
    guard let table, table.counts.count == profile.model.channelCount, table.counts.allSatisfy({ $0 >= 2 }) else {
      return nil
    }
    let nodeCount = table.counts.reduce(1) { $0.multipliedReportingOverflow(by: $1).partialValue }
    guard nodeCount > 0, nodeCount <= Self.maximumNodeCount, nodeCount * 3 == table.values.count else { return nil }
    counts = table.counts
    places = table.places
    isLab = table.encoding != .xyz
    nodes = (0..<nodeCount).map { node in
      table.encoding.color(
        table.rest(SIMD3(table.values[3 * node], table.values[3 * node + 1], table.values[3 * node + 2])))
    }
  }
}

extension ColorModel {
  fileprivate var channelCount: Int {
    switch self {
    case .gray: 1
    case .rgb: 3
    case .cmyk: 4
    }
  }
}

/// How a table's numbers, 0 to 1, mean colours.
enum GridEncoding {
  /// Of version 4, and of 8 bits; of 16 bits in version 2 (ICC.1, 6.3.4.2 and 10.10).
  case lab, lab16
  case xyz

  fileprivate func color(_ values: SIMD3<Float>) -> SIMD4<Float> {
    switch self {
    case .xyz: return SIMD4(values * (1 + 32767.0 / 32768), 0)
    case .lab: return Self.functions(values * SIMD3(100, 255, 255) - SIMD3(0, 128, 128))
    case .lab16: return Self.functions(values * 65535 / SIMD3(652.8, 256, 256) - SIMD3(0, 128, 128))
    }
  }

  private static func functions(_ lab: SIMD3<Float>) -> SIMD4<Float> {
    let y = (lab.x + 16) / 116
    return SIMD4(y + lab.y / 500, y, y - lab.z / 200, 0)
  }
}
