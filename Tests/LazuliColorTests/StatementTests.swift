import LazuliColor
import LazuliCore
import LazuliTestSupport
import Testing

@Suite("What a file is told of its colours")
struct StatementTests {
  private let converter = ColorConverter()

  private func statement(
    _ color: ColorInformation, of source: PixelFormat = .rgba8, written model: ColorModel = .rgb,
    in vocabulary: EncoderVocabulary = .iccProfile
  ) -> ColorStatement {
    converter.statement(color, of: source, written: model, in: vocabulary)
  }

  /// Whether both mean the same colours, within a step of 8 bits.
  private func isSame(_ a: ColorInformation, _ b: ColorInformation, _ model: ColorModel = .rgb) throws -> Bool {
    let samples = model == .gray ? Samples(.gray8, Array(0...255)) : .colors(.rgba8)
    let (first, second) = try (samples.converted(a, model), samples.converted(b, model))
    return zip(first.values, second.values).allSatisfy { abs($0 - $1) <= 1 }
  }

  @Test("What the format has a word for is said as it is")
  func words() throws {
    let colors = try [
      ColorInformation(gamma: 1), ColorInformation(gamma: 0.5, Self.wide), ColorInformation(cicp: 9, 16),
      ColorInformation(icc: profile("swapped")), .sRGB, ColorInformation(),
    ]
    for color in colors {
      let statement = statement(color, in: .everything)
      #expect(statement.color == color && statement.conversion == nil && statement.warning == nil)
    }
  }

  private static let wide = ColorInformation.Chromaticities(
    white: .init(x: 0.3127, y: 0.329), red: .init(x: 0.68, y: 0.32), green: .init(x: 0.265, y: 0.69),
    blue: .init(x: 0.15, y: 0.06))

  @Test("Gamma, primaries and CICP become a profile of the same meaning where there is nothing else to say it with")
  func equivalents() throws {
    let colors = [
      ColorInformation(gamma: 1), ColorInformation(gamma: 0.55556), ColorInformation(gamma: nil, Self.wide),
      ColorInformation(gamma: 0.4, Self.wide), ColorInformation(cicp: 9, 1), ColorInformation(cicp: 12, 13),
    ]
    for color in colors {
      let statement = statement(color)
      #expect(statement.color.gamma == nil && statement.color.cicp == nil && statement.warning == nil)
      #expect(statement.color.iccProfile != nil && statement.conversion == nil)
      #expect(try isSame(statement.color, color), "\(color.profile.name)")
    }
  }

  @Test("LittleCMS's own tool reads the profile so, too")
  func transicc() async throws {
    guard let transicc = Transicc() else { return }
    let folder = try TemporaryFolder()
    let color = ColorInformation(gamma: 0.55556, Self.wide)
    try folder.write(statement(color).color.iccProfile ?? [], to: "made.icc")
    let samples = Samples.colors(.rgba8)
    let made = try await transicc.colors(
      samples.pixelValues.map { $0.prefix(3).map(Double.init) }, profile: "\(folder.path)/made.icc")
    let own = try samples.converted(color).pixelValues
    #expect(made.count == own.count)
    for (a, b) in zip(made, own) {
      #expect(zip(a, b).allSatisfy { abs(min(max($0, 0), 255) - Double($1)) < 1 })
    }
  }

  @Test("A gray profile becomes one of colour for pixels of colour, and the other way round")
  func otherSamples() throws {
    let gray = try ColorInformation(icc: profile("gray-gamma"))
    let colored = statement(gray)
    #expect(ICCProfile(colored.color.iccProfile ?? []).colorModel == .rgb && colored.warning == nil)
    let grays = Samples(.rgba8, (0...255).flatMap { [$0, $0, $0, 255] })
    let (a, b) = try (grays.converted(colored.color), grays.converted(gray, .gray))
    #expect(zip(a.values, b.values).allSatisfy { abs($0 - $1) <= 1 })
    let plain = try statement(ColorInformation(icc: profile("adobe-rgb")), of: .gray8, written: .gray)
    #expect(ICCProfile(plain.color.iccProfile ?? []).colorModel == .gray && plain.conversion == nil)
    let dark = try (Samples(.gray8, [100]).converted(plain.color, .gray), Samples(.rgba8, [100, 100, 100, 0]))
    #expect(try abs(dark.0.values[0] - dark.1.converted(ColorInformation(icc: profile("adobe-rgb"))).values[0]) <= 1)
  }

  @Test("What no profile can say is converted, and that is said")
  func conversions() throws {
    let colors = try [
      statement(ColorInformation(cicp: 9, 16)), statement(ColorInformation(cicp: 1, 1, isFullRange: false)),
      statement(ColorInformation(icc: profile("cmyk")), of: .cmyk8),
      statement(ColorInformation(icc: profile("rgb-table")), of: .gray8, written: .gray),
      statement(ColorInformation(icc: profile("adobe-rgb")), in: []), statement(ColorInformation(gamma: 1), in: []),
    ]
    for statement in colors {
      #expect(statement.conversion?.color == .sRGB && statement.color == ColorInformation())
      #expect(statement.warning?.contains("converted to sRGB") == true)
    }
  }

  @Test("A broken profile is not written, and that is said")
  func broken() throws {
    var bytes = try profile("display-p3")
    for index in 200..<400 { bytes[index] = 0xFF }
    for broken in [[1, 2, 3], bytes] {
      let statement = statement(ColorInformation(icc: broken), in: .everything)
      #expect(statement.color == ColorInformation() && statement.conversion == nil)
      #expect(statement.warning?.hasPrefix("The colours are taken as sRGB: its ICC profile") == true)
    }
  }

  @Test("sRGB needs no word where there is none")
  func sRGB() throws {
    for color in try [.sRGB, ColorInformation(), ColorInformation(gamma: 0.45455), .init(icc: profile("srgb-table"))] {
      let statement = statement(color, in: [])
      #expect(statement.color == ColorInformation() && statement.conversion == nil && statement.warning == nil)
    }
  }
}
