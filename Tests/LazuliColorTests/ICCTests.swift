import LazuliColor
import LazuliCore
import LazuliTestSupport
import Testing

@Suite("ICC profiles against LittleCMS's own tool")
struct ICCTests {
  /// The greatest difference to what transicc says, clipped, in steps of 8 bits; alpha has to be what it was.
  private func difference(
    _ samples: Samples, _ name: String, _ model: ColorModel, _ device: ([Double]) -> [Double]
  ) async throws -> Double? {
    guard let transicc = Transicc() else { return nil }
    let converted = try samples.converted(ColorInformation(icc: profile(name)), model)
    let colors = samples.pixelValues.map { device($0.map { Double($0) / Double(samples.maximum) }) }
    let expected = try await transicc.colors(colors, profile: path(ofProfile: name))
    try #require(expected.count == colors.count)
    var greatest = 0.0
    for (index, pixel) in converted.pixelValues.enumerated() {
      for channel in 0..<(converted.format.hasColor ? 3 : 1) {
        let wanted = min(max(expected[index][channel], 0), 255)
        greatest = max(greatest, abs(Double(pixel[channel]) * 255 / Double(converted.maximum) - wanted))
      }
    }
    return greatest
  }

  private func rgb(_ values: [Double]) -> [Double] { values.prefix(3).map { $0 * 255 } }
  private func gray(_ values: [Double]) -> [Double] { [values[0] * 255] }

  @Test(
    "Curves and primaries are exact to rounding, in 8 and in 16 bits",
    arguments: ["swapped", "display-p3", "adobe-rgb"], [PixelFormat.rgba8, .rgba16])
  func matrix(name: String, format: PixelFormat) async throws {
    let difference = try await difference(.colors(format), name, .rgb, rgb)
    #expect(difference ?? 0 < (format == .rgba8 ? 0.6 : 0.02))
  }

  @Test("Tables of colours are exact to rounding, too", arguments: [PixelFormat.rgba8, .rgba16])
  func tables(format: PixelFormat) async throws {
    let difference = try await difference(.colors(format), "rgb-table", .rgb, rgb)
    #expect(difference ?? 0 < (format == .rgba8 ? 0.6 : 0.02))
  }

  @Test("Exchanged colours are put right")
  func swapped() throws {
    let pixel = try Samples(.rgba8, [255, 0, 0, 77]).converted(ColorInformation(icc: profile("swapped")))
    #expect(pixel.values == [0, 0, 255, 77])
  }

  @Test("Gray keeps its format; where it was decoded to colour, all three colours are the same")
  func gray() async throws {
    let deep = Samples(.gray16, (0...255).map { $0 * 257 })
    #expect(try await difference(Samples(.gray8, Array(0...255)), "gray-gamma", .gray, gray) ?? 0 < 0.6)
    #expect(try await difference(deep, "gray-gamma", .gray, gray) ?? 0 < 0.02)
    let color = try ColorInformation(icc: profile("gray-gamma"))
    let table = try Samples(.gray8, Array(0...255)).converted(color, .gray).values
    let spread = try Samples(.rgba8, (0...255).flatMap { [$0, $0, $0, 255 - $0] }).converted(color, .gray)
    #expect(spread.pixelValues == (0...255).map { [table[$0], table[$0], table[$0], 255 - $0] })
    let alpha = try Samples(.grayAlpha8, (0...255).flatMap { [$0, 255 - $0] }).converted(color, .gray)
    #expect(alpha.pixelValues == (0...255).map { [table[$0], 255 - $0] })
  }

  @Test("Ink is exact to rounding, stored either way round, and opaque")
  func ink() async throws {
    var generator = SeededGenerator(3)
    let samples = Samples.random(500, 1, .cmyk8, using: &generator)
    #expect(try await difference(samples, "cmyk", .cmyk) { $0.map { $0 * 100 } } ?? 0 < 0.6)
    var color = try ColorInformation(icc: profile("cmyk"))
    let upright = try samples.converted(color, .cmyk)
    #expect(upright.format == .rgba8 && upright.pixelValues.allSatisfy { $0[3] == 255 })
    color.hasInvertedCMYK = true
    var inverted = samples
    inverted.values = samples.values.map { 255 - $0 }
    #expect(try inverted.converted(color, .cmyk) == upright)
  }

  @Test("Display P3 is a target too: what is in it is left alone, sRGB becomes it and comes back")
  func displayP3() throws {
    let converter = ColorConverter()
    let own = try ColorInformation(icc: profile("display-p3"))
    #expect(converter.judgement(own, .rgb, .rgba8, for: .displayP3).conversion == nil)
    let conversion = try #require(converter.judgement(.init(), .rgb, .rgba16, for: .displayP3).conversion)
    #expect(conversion.color.profile == .displayP3)
    let colors = Samples.colors(.rgba16)
    let wide = try colors.converted(by: conversion)
    let back = try wide.converted(ColorInformation(icc: conversion.color.iccProfile ?? []))
    #expect(zip(colors.values, back.values).allSatisfy { abs($0 - $1) < 40 })
    #expect(wide != colors)
  }

  @Test("The profile of Display P3 has its name, and the same bytes whenever it is made")
  func writtenProfile() throws {
    let color = try #require(ColorConverter().judgement(.init(), .rgb, .rgba8, for: .displayP3).conversion).color
    let profile = ICCProfile(try #require(color.iccProfile))
    #expect(profile.name == "Display P3" && profile.colorModel == .rgb)
    #expect(Array(profile.bytes[24..<36]) == [0x07, 0xD0, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0])
  }
}
