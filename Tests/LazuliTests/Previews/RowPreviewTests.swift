import LazuliTestKit
import Testing

@testable import Lazuli

@Suite("Previews of images that grow")
struct RowPreviewTests {
  @Test(
    "The rows so far are those of the image, the rest is not there",
    arguments: ["jpeg/baseline420.jpeg", "png/rgb8.png", "gif/still.gif"])
  func rows(file: String) throws {
    var options = ImageOptions()
    options.appliesOrientation = false
    let run = try PreviewRun(fixture(file), piece: 16, options)
    let final = try #require(run.result).pixels
    #expect(!run.previews.isEmpty)
    var last = 0
    for preview in run.previews {
      let pixels = preview.image.pixels
      #expect(!preview.image.isComplete && pixels.width == final.width && pixels.height == final.height)
      let rows = (0..<pixels.height).prefix { pixels.row($0) == final.row($0) }
      #expect(rows.count > last)
      #expect((rows.count..<pixels.height).allSatisfy { y in pixels.row(y).allSatisfy { $0 == 0 } })
      last = rows.count
    }
  }

  /// Rows of one value in their order, a hundred for each piece of input.
  private func provider(_ header: ImageHeader) -> ScriptedProvider {
    let whole = PixelRectangle(x: 0, y: 0, width: header.width, height: header.height)
    var script: [ScriptedProvider.Step] = [
      .event(.header(header)), .event(.frame(FrameInformation(index: 0, rectangle: whole))),
    ]
    for first in stride(from: 0, to: header.height, by: 100) {
      script += [.fill(first..<first + 50, 255), .fill(first + 50..<first + 100, 255), .event(.needInput)]
    }
    return ScriptedProvider(script + [.event(.frameDone(index: 0)), .event(.done(frameCount: 1, playCount: 1))])
  }

  @Test("Where colours are converted before the size is changed, previews have the target size, too")
  func convertedFirst() throws {
    var header = ImageHeader.still(1000, 2000)
    header.hasRowsInOrder = true
    header.color.gamma = 1
    var options = ImageOptions(fitting: ImageSize(width: 100, height: 100))
    options.resizing.isInLinearLight = true
    let run = PreviewRun(options, decoders: [provider(header)])
    for _ in 0..<10 { try run.feed([1, 2, 3, 4, 5, 6, 7, 8]) }
    let pixels = try #require(run.previews.last).image.pixels
    #expect(pixels.width == 50 && pixels.height == 100 && pixels.color == .sRGB)
    let seen = (0..<100).prefix { pixels.alpha(x: 0, y: $0) == 255 }
    #expect(seen.count >= 25 && seen.count < 100)
    #expect((seen.count..<100).allSatisfy { pixels.alpha(x: 0, y: $0) == 0 })
  }

  @Test("Where rows are resized as they come, those that are finished are shown", arguments: Orientation.allCases)
  func window(orientation: Orientation) throws {
    var header = ImageHeader.still(1000, 2000)
    header.hasRowsInOrder = true
    header.orientation = orientation
    let provider = provider(header)
    let run = PreviewRun(ImageOptions(fitting: ImageSize(width: 100, height: 100)), decoders: [provider])
    for _ in 0..<10 { try run.feed([1, 2, 3, 4, 5, 6, 7, 8]) }
    run.clock.advance(by: .seconds(1))
    try run.goOn()
    #expect(provider.record.calls.surfaces[0]?.height ?? 0 < 2000)
    let pixels = try #require(run.previews.last).image.pixels
    let size = ImageSize(width: 50, height: 100).oriented(orientation)
    #expect(pixels.width == size.width && pixels.height == size.height)
    #expect(run.previews.count >= 10)
    let filled = (0..<size.height).reduce(0) { sum, y in
      sum + (0..<size.width).count { pixels.alpha(x: $0, y: y) == 255 }
    }
    #expect(filled == 2500)
  }

  @Test("Upright, in its size: a preview is turned as the image is", arguments: Orientation.allCases)
  func orientation(orientation: Orientation) throws {
    var header = ImageHeader.still(300, 200)
    header.orientation = orientation
    let run = PreviewRun(decoders: [provider(header)])
    try run.feed([1, 2, 3, 4, 5, 6, 7, 8])
    let pixels = try #require(run.previews.first).image.pixels
    let size = ImageSize(width: 300, height: 200).oriented(orientation)
    #expect(pixels.width == size.width && pixels.height == size.height)
    // The upper half of the picture as it is stored has come.
    let corners = [(0, 0), (size.width - 1, 0), (0, size.height - 1), (size.width - 1, size.height - 1)]
    #expect(corners.count { pixels.alpha(x: $0.0, y: $0.1) == 255 } == 2)
  }

  @Test("Gray has alpha for the rows that did not come, however it is turned", arguments: Orientation.allCases)
  func gray(orientation: Orientation) throws {
    for (format, isWindow) in [(PixelFormat.gray8, false), (.gray16, false), (.gray8, true)] {
      var header = ImageHeader(width: 300, height: 200, nativeFormat: format)
      (header.frameCount, header.orientation, header.hasRowsInOrder) = (1, orientation, isWindow)
      var options = ImageOptions()
      options.pixelFormat = nil
      if isWindow { options.targetSize = .exact(ImageSize(width: 30, height: 20).oriented(orientation)) }
      let run = PreviewRun(options, decoders: [provider(header)])
      try run.feed([1, 2, 3, 4, 5, 6, 7, 8])
      run.clock.advance(by: .seconds(1))
      try run.goOn()
      let pixels = try #require(run.previews.last).image.pixels
      #expect(pixels.format == (format == .gray8 ? .grayAlpha8 : .rgba16))
      // The upper half of the picture as it is stored has come, in white.
      let corners = [(0, 0), (pixels.width - 1, 0), (0, pixels.height - 1), (pixels.width - 1, pixels.height - 1)]
      let values = corners.map { pixels.pixel($0.0, $0.1) }
      #expect(values.count { $0.allSatisfy { $0 == 255 } } == 2)
      #expect(values.count { $0.allSatisfy { $0 == 0 } } == 2)
    }
  }

  @Test("Gray whose rows are all there, and the image in the end, are as they were asked for")
  func wholeGray() throws {
    var header = ImageHeader(width: 300, height: 100, nativeFormat: .gray8)
    header.frameCount = 1
    var options = ImageOptions()
    options.pixelFormat = nil
    let run = PreviewRun(options, decoders: [provider(header)])
    try run.feed([1, 2, 3, 4, 5, 6, 7, 8])
    run.clock.advance(by: .seconds(1))
    try run.goOn()
    #expect(run.previews.last?.image.pixels.format == .gray8)
    try run.end()
    #expect(run.result?.pixels.format == .gray8)
  }

  @Test("The first frame of an animation is shown before the rest of the file comes")
  func animation() throws {
    let file = try fixture("gif/animated.gif")
    let run = try PreviewRun(file, piece: 8)
    let first = try #require(run.previews.last)
    #expect(first.byteCount < file.count * 2 / 3)
    #expect(try first.image.pixels.matches(#require(run.result).pixels))
    #expect(first.image.frames == nil && run.result?.frames != nil)
  }
}
