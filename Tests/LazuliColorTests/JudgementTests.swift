import LazuliColor
import LazuliCore
import LazuliTestSupport
import Testing

@Suite("What is to be done with colours")
struct JudgementTests {
  private let converter = ColorConverter()

  private func judgement(
    _ color: ColorInformation, _ model: ColorModel = .rgb, _ format: PixelFormat = .rgba8,
    for space: OutputColorSpace = .sRGB
  ) -> ColorJudgement {
    converter.judgement(color, model, format, for: space)
  }

  private func isLeftAlone(_ color: ColorInformation, _ format: PixelFormat = .rgba8) -> Bool {
    let judgement = judgement(color, .rgb, format)
    return judgement.conversion == nil && judgement.fault == nil
  }

  @Test("sRGB is left alone however it is said", arguments: [PixelFormat.rgba8, .rgba16])
  func sRGB(format: PixelFormat) throws {
    #expect(isLeftAlone(.init(), format) && isLeftAlone(.sRGB, format))
    #expect(isLeftAlone(ColorInformation(cicp: 1, 13), format))
    #expect(isLeftAlone(ColorInformation(gamma: 0.45455), format) && isLeftAlone(ColorInformation(gamma: 0.45), format))
    #expect(isLeftAlone(ColorInformation(icc: try profile("srgb-table")), format))
  }

  @Test("What is nearly sRGB is not sRGB")
  func others() {
    #expect(!isLeftAlone(ColorInformation(gamma: 0.5)))
    #expect(!isLeftAlone(ColorInformation(cicp: 1, 1)))
    #expect(!isLeftAlone(ColorInformation(cicp: 5, 13)))
  }

  @Test("As stored is as stored")
  func asStored() throws {
    #expect(judgement(ColorInformation(icc: try profile("swapped")), for: .asStored).conversion == nil)
    #expect(judgement(ColorInformation(icc: [1, 2, 3]), for: .asStored).fault == nil)
  }

  @Test("What cannot be made sense of is a fault, and the colours are taken as sRGB")
  func faults() throws {
    let gray = try ColorInformation(icc: profile("gray-gamma"))
    let rgb = try ColorInformation(icc: profile("swapped"))
    let flat = ColorInformation.Chromaticities.Point(x: 0.3, y: 0.3)
    let faults = [
      judgement(ColorInformation(icc: [1, 2, 3])), judgement(gray), judgement(rgb, .gray, .gray8),
      judgement(ColorInformation(cicp: 9, 99)),
      judgement(ColorInformation(cicp: 200, 13)), judgement(ColorInformation(cicp: 9, 16, matrix: 9)),
      judgement(ColorInformation(gamma: 0.000_01)),
      judgement(ColorInformation(gamma: nil, .init(white: flat, red: flat, green: flat, blue: flat))),
    ]
    for judgement in faults {
      #expect(judgement.fault?.hasPrefix("The colours are taken as sRGB: its ") == true)
      #expect(judgement.conversion == nil)
    }
    let ink = judgement(rgb, .cmyk, .cmyk8)
    #expect(ink.fault == "The ink is taken to have no profile: its ICC profile is for RGB, not CMYK")
    #expect(ink.conversion == nil)
    #expect(judgement(gray, for: .displayP3).conversion != nil)
    #expect(judgement(gray, for: .displayP3).fault != nil)
  }

  @Test("Unspecified CICP says nothing; half specified, the rest is sRGB's")
  func unspecified() throws {
    var color = ColorInformation(cicp: 2, 2)
    #expect(isLeftAlone(color))
    color.iccProfile = try profile("swapped")
    #expect(!isLeftAlone(color))
    #expect(isLeftAlone(ColorInformation(cicp: 1, 2)) && isLeftAlone(ColorInformation(cicp: 2, 13)))
  }

  @Test("Ink without a profile is left to the pixel format, and to sRGB after that")
  func ink() throws {
    #expect(judgement(.init(), .cmyk, .cmyk8).conversion == nil)
    #expect(judgement(.init(), .cmyk, .cmyk8, for: .displayP3).conversion?.source == .rgba8)
    // It became colour without its profile.
    #expect(judgement(ColorInformation(icc: try profile("cmyk")), .cmyk, .rgba8).conversion == nil)
  }

  @Test("Rows have straight alpha, and colour where the file has it")
  func formats() throws {
    let color = try ColorInformation(icc: profile("swapped"))
    let formats: [(PixelFormat, PixelFormat)] = [
      (.rgba8, .rgba8), (.rgba16, .rgba16), (.rgba8Premultiplied, .rgba8), (.gray8, .rgba8), (.gray16, .rgba16),
    ]
    for (given, wanted) in formats { #expect(judgement(color, .rgb, given).conversion?.source == wanted) }
  }

  @Test("A row can be converted where it is")
  func inPlace() throws {
    for (name, model) in [("swapped", ColorModel.rgb), ("rgb-table", .rgb), ("gray-gamma", .gray)] {
      for format in [PixelFormat.rgba8, .rgba16] {
        let color = ColorInformation(icc: try profile(name))
        let conversion = try #require(judgement(color, model, format).conversion)
        let samples = Samples.colors(format)
        let pixels = try samples.pixels(in: PixelBufferPool())
        var changed = pixels
        try changed.modify(pool: PixelBufferPool()) { surface in
          surface.withUnsafeMutableBytes {
            conversion.convert($0.baseAddress!, into: $0.baseAddress!, count: samples.width)
          }
        }
        #expect(try Samples(changed) == samples.converted(by: conversion))
      }
    }
  }

  @Test("Conversions are remembered, and forgotten when there are too many")
  func remembered() throws {
    let small = ColorConverter(maximumConversionCount: 2)
    let samples = Samples.colors(.rgba8)
    for gamma in [0.5, 1, 0.35, 0.5, 1] {
      let again = try samples.converted(ColorInformation(gamma: gamma), by: small)
      #expect(try again == samples.converted(ColorInformation(gamma: gamma)))
    }
  }

  @Test("No profile, however broken, does harm")
  func damaged() throws {
    var generator = SeededGenerator(11)
    var faultCount = 0
    for (name, model) in [("cmyk", ColorModel.cmyk), ("rgb-table", .rgb), ("display-p3", .rgb), ("gray-gamma", .gray)] {
      let whole = try profile(name)
      let format: PixelFormat = model == .cmyk ? .cmyk8 : .rgba8
      for _ in 0..<60 {
        var bytes = whole
        // Most of them where the directory and the beginnings of tags are.
        for _ in 0..<Int.random(in: 1...4, using: &generator) {
          let end = Bool.random(using: &generator) ? min(400, bytes.count) : bytes.count
          bytes[Int.random(in: 0..<end, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
        }
        if Int.random(in: 0..<4, using: &generator) == 0 {
          bytes.removeLast(Int.random(in: 0..<bytes.count, using: &generator))
        }
        let judgement = judgement(ColorInformation(icc: bytes), model, format)
        if judgement.fault != nil { faultCount += 1 }
        guard let conversion = judgement.conversion else { continue }
        _ = try Samples.random(64, 2, format, using: &generator).converted(by: conversion)
      }
    }
    #expect(faultCount > 20)
  }
}
