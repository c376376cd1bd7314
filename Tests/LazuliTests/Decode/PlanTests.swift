import LazuliCore
import Testing

@testable import Lazuli

@Suite("What is asked of a decoder")
struct PlanTests {
  private func header(_ width: Int, _ height: Int, scales: [Int] = Array(1...8)) -> ImageHeader {
    var header = ImageHeader(width: width, height: height, nativeFormat: .rgba8)
    header.scaleNumerators = scales
    header.scaleDenominator = 8
    return header
  }

  private func plan(
    _ header: ImageHeader, _ change: (inout ImageOptions) -> Void = { _ in }, limits: DecodingLimits = .init()
  ) throws -> DecodePlan {
    var options = ImageOptions()
    change(&options)
    return try DecodePlan(for: header, DecodeWish(options: options), limits: limits)
  }

  @Test("The smallest halving is taken which still gives nearly twice the target size")
  func smallestScale() throws {
    let plan = try plan(header(4000, 3000)) { $0.targetSize = .fit(ImageSize(width: 500, height: 500)) }
    #expect(plan.configuration.scaleNumerator == 2)
    #expect(plan.canvas == ImageSize(width: 1000, height: 750))
  }

  @Test("Light is mixed by us, of pixels in full size")
  func linearLight() throws {
    let plan = try plan(header(4000, 3000)) {
      $0.targetSize = .fit(ImageSize(width: 500, height: 500))
      $0.resizing.isInLinearLight = true
    }
    #expect(plan.configuration.scaleNumerator == 1 && plan.configuration.scaleDenominator == 1)
  }

  @Test("A scale just too small is not taken, nor one that is no halving", arguments: [(533, 2), (534, 4), (1067, 1)])
  func nextScale(side: Int, numerator: Int) throws {
    let plan = try plan(header(4000, 3000)) { $0.targetSize = .fit(ImageSize(width: side, height: side)) }
    #expect(plan.configuration.scaleNumerator == numerator)
  }

  @Test("Twelve megapixels are reduced to an eighth for 256")
  func thumbnail() throws {
    let plan = try plan(header(4000, 3000)) { $0.targetSize = .fit(ImageSize(width: 256, height: 256)) }
    #expect(plan.configuration.scaleNumerator == 1 && plan.configuration.scaleDenominator == 8)
  }

  @Test("A tiny image in full size is not reduced, though a reduced one has as many pixels", arguments: 1...8)
  func tiny(side: Int) throws {
    #expect(try plan(header(side, side)).configuration.scaleNumerator == 1)
    let enlarged = try plan(header(side, side)) { $0.targetSize = .fit(ImageSize(width: 100, height: 100)) }
    #expect(enlarged.configuration.scaleNumerator == 1)
    #expect(enlarged.canvas == ImageSize(width: side, height: side))
  }

  @Test("A target size is meant for the image when it is upright")
  func turned() throws {
    var header = header(4000, 3000)
    header.orientation = .right
    let plan = try plan(header) { $0.targetSize = .fit(ImageSize(width: 375, height: 500)) }
    #expect(plan.canvas == ImageSize(width: 1000, height: 750))
    let lying = try self.plan(header) {
      $0.targetSize = .fit(ImageSize(width: 375, height: 500))
      $0.appliesOrientation = false
    }
    #expect(lying.configuration.scaleNumerator == 2)
    #expect(lying.canvas.width >= 2 * 375)
  }

  @Test("Without a target size an image above the limit is decoded reduced")
  func reducedByLimit() throws {
    var limits = DecodingLimits()
    limits.maximumDecodedPixels = 3_000_000
    let plan = try plan(header(4000, 3000), limits: limits)
    #expect(plan.configuration.scaleNumerator == 4)
    #expect(plan.canvas == ImageSize(width: 2000, height: 1500))
  }

  @Test("An image which no scale brings below the limit is refused")
  func noScale() throws {
    var limits = DecodingLimits()
    limits.maximumDecodedPixels = 100
    let error = #expect(throws: ImageError.self) { try plan(header(4000, 3000), limits: limits) }
    #expect(error?.limit == .decodedPixels)
  }

  @Test("Odd sides are rounded up, as decoders do")
  func rounding() throws {
    let plan = try plan(header(1001, 667)) { $0.targetSize = .fit(ImageSize(width: 60, height: 60)) }
    #expect(plan.canvas == ImageSize(width: 126, height: 84))
  }

  @Test("The format is the one asked for, or the nearest that loses nothing")
  func formats() throws {
    var gray = ImageHeader(width: 1, height: 1, nativeFormat: .gray16, formats: [.gray16, .rgba8])
    #expect(try plan(gray).configuration.format == .rgba8)
    #expect(try plan(gray) { $0.pixelFormat = .rgba16 }.configuration.format == .gray16)
    #expect(try plan(gray) { $0.pixelFormat = nil }.configuration.format == .gray16)
    gray.formats = [.gray16]
    #expect(try plan(gray).configuration.format == .gray16)
  }

  @Test("The picture beside an animation is passed over, unless it is what is wanted")
  func defaultImage() throws {
    var header = header(10, 10)
    header.isAnimated = true
    header.hasDefaultImage = true
    #expect(try plan(header).configuration.firstFrame == 1)
    #expect(try plan(header) { $0.onlyDefaultImage = true }.configuration.firstFrame == 0)
  }

  @Test("Only an animation of which the first frame is wanted is left early")
  func stopping() throws {
    var header = header(10, 10)
    #expect(try !plan(header).configuration.stopsEarly)
    #expect(try plan(header) { $0.onlyFirstFrame = true }.configuration.stopsEarly)
    header.frameCount = 1
    #expect(try !plan(header) { $0.onlyFirstFrame = true }.configuration.stopsEarly)
  }
}
