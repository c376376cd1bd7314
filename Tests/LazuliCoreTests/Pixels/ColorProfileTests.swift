import LazuliCore
import LazuliTestSupport
import Testing

@Suite("What colours mean")
struct ColorProfileTests {
  private typealias Chromaticities = ColorInformation.Chromaticities

  private func fixture(_ name: String) throws -> [UInt8] {
    try TestFile.bytes(at: "\(Cases.packageRoot)/Tests/Fixtures/color/\(name).icc")
  }

  private func chromaticities(red: Double) -> Chromaticities {
    Chromaticities(
      white: .init(x: 0.3127, y: 0.329), red: .init(x: red, y: 0.33), green: .init(x: 0.3, y: 0.6),
      blue: .init(x: 0.15, y: 0.06))
  }

  @Test("CICP wins over ICC, ICC over sRGB, sRGB over gamma and chromaticities")
  func precedence() {
    var color = ColorInformation()
    #expect(color.profile == .untagged)
    color.gamma = 1
    color.chromaticities = chromaticities(red: 0.7)
    #expect(color.profile == .calibrated(gamma: 1, chromaticities(red: 0.7)))
    color.sRGBIntent = 1
    #expect(color.profile == .sRGB)
    color.iccProfile = [1, 2]
    #expect(color.profile == .icc(ICCProfile([1, 2])))
    let cicp = ColorInformation.CICP(primaries: 9, transfer: 16, matrix: 0, isFullRange: true)
    color.cicp = cicp
    #expect(color.profile == .cicp(cicp))
    color.cicp?.primaries = 2
    color.cicp?.transfer = 2
    #expect(color.profile == .icc(ICCProfile([1, 2])))
  }

  @Test("sRGB and Display P3 are known in other words")
  func otherWords() {
    var color = ColorInformation()
    color.gamma = 0.45455
    #expect(color.profile == .sRGB)
    color.chromaticities = chromaticities(red: 0.64)
    #expect(color.profile == .sRGB)
    color.gamma = nil
    #expect(color.profile == .sRGB)
    color.chromaticities = chromaticities(red: 0.65)
    #expect(color.profile != .sRGB)
    color.cicp = .init(primaries: 12, transfer: 13, matrix: 0, isFullRange: true)
    #expect(color.profile == .displayP3)
    color.cicp?.primaries = 1
    #expect(color.profile == .sRGB)
    color.cicp?.isFullRange = false
    #expect(color.profile != .sRGB)
  }

  @Test("ICC profiles have names, in both ways to write them")
  func names() throws {
    #expect(try ICCProfile(fixture("adobe-rgb")).name == "An Adobe RGB")
    #expect(try ICCProfile(fixture("display-p3")).name == "A Display P3")
    #expect(ICCProfile([]).name == nil)
  }

  @Test("ICC profiles say what samples they are for")
  func models() throws {
    #expect(try ICCProfile(fixture("adobe-rgb")).colorModel == .rgb)
    #expect(try ICCProfile(fixture("gray-gamma")).colorModel == .gray)
    #expect(try ICCProfile(fixture("cmyk")).colorModel == .cmyk)
    #expect(ICCProfile([1, 2, 3]).colorModel == nil)
  }

  @Test("A damaged profile has at most another name")
  func damaged() throws {
    var generator = SeededGenerator(5)
    for name in ["adobe-rgb", "display-p3"] {
      let whole = try fixture(name)
      for count in 0...whole.count { _ = ICCProfile(Array(whole.prefix(count))).name }
      for _ in 0..<2000 {
        var bytes = whole
        for _ in 0..<3 {
          bytes[Int.random(in: 128..<min(300, bytes.count), using: &generator)] = .random(
            in: 0...255, using: &generator)
        }
        #expect(ICCProfile(bytes).name?.count ?? 0 <= 256)
      }
    }
  }

  @Test("What pixels of another kind cannot say is left out")
  func fitting() throws {
    var color = ColorInformation()
    color.iccProfile = try fixture("cmyk")
    color.hasInvertedCMYK = true
    #expect(color.fitting(.cmyk8) == color)
    #expect(color.fitting(.rgba8) == ColorInformation())
    color.iccProfile = try fixture("adobe-rgb")
    #expect(color.fitting(.rgba16).iccProfile != nil && color.fitting(.gray8).iccProfile == nil)
  }
}
