import LazuliCache
import LazuliCore
import Testing

@Suite("A larger image serves a smaller request")
struct ServingSizeTests {
  private let whole = ImageSize(width: 400, height: 200)

  private func size(_ width: Int, _ height: Int) -> ImageSize { ImageSize(width: width, height: height) }

  private func key(_ size: SizeFitting?, _ processors: [String] = []) -> ImageCacheKey {
    ImageCacheKey(source: .init(custom: "a"), rendering: ImageRenderingKey(processors: processors), size: size)
  }

  private func cache(_ image: DecodedImage, _ key: ImageCacheKey) -> ImageMemoryCache {
    let cache = ImageMemoryCache()
    cache.insert(CachedImage(image), for: key)
    return cache
  }

  @Test("The whole picture serves all smaller sizes")
  func smaller() throws {
    let cache = cache(try picture(400, 200), key(nil))
    #expect(cache.lookUp(key(.fit(size(100, 100))))?.larger?.image.width == 400)
    #expect(cache.lookUp(key(.fill(size(100, 100))))?.larger != nil)
    #expect(cache.lookUp(key(.exact(size(75, 75))))?.larger != nil)
  }

  @Test("A reduced picture serves what is smaller still, and nothing larger")
  func reduced() throws {
    let cache = cache(try picture(200, 100, of: whole), key(.fit(size(200, 200))))
    #expect(cache.lookUp(key(.fit(size(100, 100))))?.larger != nil)
    #expect(cache.lookUp(key(.fit(size(201, 201)))) == nil)
    #expect(cache.lookUp(key(.exact(size(200, 101)))) == nil)
    #expect(cache.lookUp(key(nil)) == nil)
  }

  @Test("Another wish that leads to the same size is served as it is")
  func same() throws {
    let cache = cache(try picture(200, 100, of: whole), key(.fit(size(200, 200))))
    #expect(cache.lookUp(key(.fill(size(150, 100))))?.exact != nil)
    #expect(cache.lookUp(key(.exact(size(200, 100))))?.exact != nil)
  }

  @Test("A size beyond the picture's own is the whole picture unless it is exact, and then made of the whole")
  func beyond() throws {
    let cache = cache(try picture(400, 200), key(nil))
    #expect(cache.lookUp(key(.fit(size(5000, 5000))))?.exact != nil)
    #expect(cache.lookUp(key(.exact(size(800, 400))))?.larger?.image.width == 400)
  }

  @Test("An enlarged picture serves nothing but its own size")
  func enlarged() throws {
    let cache = cache(try picture(800, 400, of: whole), key(.exact(size(800, 400))))
    #expect(cache.lookUp(key(.exact(size(800, 400))))?.exact != nil)
    #expect(cache.lookUp(key(.fit(size(100, 100)))) == nil)
    #expect(cache.lookUp(key(nil)) == nil)
  }

  @Test("Sizes are compared as the picture stands upright, where it was turned")
  func turned() throws {
    let stored = try picture(200, 400, of: whole, orientation: .right)
    #expect(cache(stored, key(nil)).lookUp(key(.fit(size(50, 100))))?.larger != nil)
    #expect(cache(stored, key(nil)).lookUp(key(.fit(size(200, 400))))?.exact != nil)
  }

  @Test("A picture before processors serves one that is to be processed; one behind them serves no other")
  func processed() throws {
    let plain = cache(try picture(400, 200), key(nil))
    #expect(plain.lookUp(key(nil, ["blur 2"]))?.larger != nil)
    #expect(plain.lookUp(key(.fit(size(100, 100)), ["blur 2"]))?.larger != nil)
    let blurred = cache(try picture(400, 200), key(nil, ["blur 2"]))
    #expect(blurred.lookUp(key(nil, ["blur 2"]))?.exact != nil)
    #expect(blurred.lookUp(key(.fit(size(100, 100)), ["blur 2"])) == nil)
    #expect(blurred.lookUp(key(nil)) == nil)
  }

  @Test("Other pixels do not serve: formats, colours, orientation, sources")
  func others() throws {
    let cache = cache(try picture(400, 200), key(nil))
    var other = key(.fit(size(10, 10)))
    other.rendering.pixelFormat = .rgba16
    #expect(cache.lookUp(other) == nil)
    other = key(.fit(size(10, 10)))
    other.rendering.appliesOrientation = false
    #expect(cache.lookUp(other) == nil)
    other = key(.fit(size(10, 10)))
    other.source = .init(custom: "b")
    #expect(cache.lookUp(other) == nil)
  }

  @Test("Of several the smallest that suffices is taken")
  func smallest() throws {
    let cache = ImageMemoryCache()
    for side in [400, 100, 200, 50] {
      cache.insert(CachedImage(try picture(side, side / 2, of: whole)), for: key(.fit(size(side, side))))
    }
    #expect(cache.lookUp(key(.fit(size(80, 80))))?.larger?.image.width == 100)
    #expect(cache.lookUp(key(.fit(size(120, 120))))?.larger?.image.width == 200)
  }

  @Test("An animation is not reduced: its frames would stay as large")
  func animation() throws {
    let cache = cache(try picture(400, 200, frames: NoFrames()), key(nil))
    #expect(cache.lookUp(key(.fit(size(100, 100)))) == nil)
    #expect(cache.lookUp(key(.fit(size(4000, 4000))))?.exact != nil)
  }
}

private struct NoFrames: ImageFrames {
  var count: Int? { 2 }
  var playCount: Int { 0 }
  func makePass() -> any ImageFramePass { NoPass() }
}

private final class NoPass: ImageFramePass {
  func next() async throws(ImageError) -> ImageFrame? { nil }
}
