import LazuliCache
import LazuliCore
import Synchronization
import Testing

@Suite("Bounds of the memory cache")
struct BoundsTests {
  @Test("What is put in is found, under its key only")
  func finding() throws {
    let cache = ImageMemoryCache(roomFor: 10, of: 100)
    #expect(cache.insert(CachedImage(try picture(10, 10), plugin: "p", sourceIdentity: "i"), for: .number(1)))
    let found = try #require(cache.lookUp(.number(1))?.exact)
    #expect((found.image.width, found.plugin, found.sourceIdentity) == (10, "p", "i"))
    #expect(cache.lookUp(.number(2)) == nil)
    #expect((cache.usage.hitCount, cache.usage.missCount, cache.usage.count) == (1, 1, 1))
  }

  @Test("Bytes are bounded: pixels, kept encoded bytes and metadata count")
  func bytes() throws {
    let cache = ImageMemoryCache(ImageMemoryLimits(maximumByteCount: 1_000_000))
    var image = CachedImage(try picture(100, 100), encodedByteCount: 50_000)
    image.image.metadata = [.exif([UInt8](repeating: 0, count: 40_000))]
    for number in 0..<100 {
      cache.insert(image, for: .number(number))
      #expect(cache.usage.byteCount <= 1_000_000)
    }
    #expect(cache.usage.count == 9)
    #expect(cache.usage.evictionCount == 91)
  }

  @Test("Images are counted, and the least recently used goes first")
  func count() throws {
    let cache = ImageMemoryCache(ImageMemoryLimits(maximumByteCount: 1 << 30, maximumCount: 3))
    for number in 0..<3 { cache.insert(CachedImage(try picture(1, 1)), for: .number(number)) }
    #expect(cache.contains(.number(0)))
    cache.insert(CachedImage(try picture(1, 1)), for: .number(3))
    #expect((0..<4).map { cache.contains(.number($0)) } == [true, false, true, true])
  }

  @Test("An image too large for the cache takes the place of the older one all the same: there is none then")
  func oversized() throws {
    let cache = ImageMemoryCache(roomFor: 4, of: 100)
    cache.insert(CachedImage(try picture(10, 10)), for: .number(1))
    cache.insert(CachedImage(try picture(10, 10)), for: .number(2))
    #expect(!cache.insert(CachedImage(try picture(1000, 1000)), for: .number(1)))
    #expect(cache.lookUp(.number(1)) == nil)
    #expect(cache.contains(.number(2)))
  }

  @Test("A cache without room keeps nothing")
  func nothing() throws {
    for limits in [ImageMemoryLimits(maximumByteCount: 0), ImageMemoryLimits(maximumCount: 0)] {
      let cache = ImageMemoryCache(limits)
      #expect(!cache.insert(CachedImage(try picture(1, 1)), for: .number(1)))
      #expect(cache.usage.byteCount == 0)
    }
  }

  @Test("A preview or a damaged image is never kept as the image, and drives out none")
  func incomplete() throws {
    let cache = ImageMemoryCache(roomFor: 4, of: 100)
    cache.insert(CachedImage(try picture(10, 10)), for: .number(1))
    var part = try picture(5, 5)
    part.isComplete = false
    #expect(!cache.insert(CachedImage(part), for: .number(1)))
    #expect(!cache.insert(CachedImage(part), for: .number(2)))
    #expect(cache.lookUp(.number(1))?.exact?.image.width == 10)
    #expect(cache.lookUp(.number(2)) == nil)
  }

  @Test("An image of a source in its new state drives out all that was made of the old one")
  func identity() throws {
    let cache = ImageMemoryCache(roomFor: 10, of: 100)
    var small = ImageCacheKey.number(1)
    small.size = .fit(ImageSize(width: 4, height: 4))
    cache.insert(CachedImage(try picture(10, 10), sourceIdentity: "old"), for: .number(1))
    cache.insert(CachedImage(try picture(10, 10), sourceIdentity: "old"), for: .number(2))
    cache.insert(CachedImage(try picture(4, 4, of: ImageSize(width: 9, height: 9)), sourceIdentity: "new"), for: small)
    #expect(cache.lookUp(.number(1)) == nil)
    #expect(cache.lookUp(small)?.exact?.sourceIdentity == "new")
    #expect(cache.contains(.number(2)))
  }

  @Test("An image is not answered any more when it is older than the maximum age")
  func age() throws {
    let time = Mutex(Duration.zero)
    let cache = ImageMemoryCache(ImageMemoryLimits(maximumAge: .seconds(60))) { time.withLock { $0 } }
    cache.insert(CachedImage(try picture(10, 10)), for: .number(1))
    time.withLock { $0 = .seconds(60) }
    #expect(cache.contains(.number(1)))
    time.withLock { $0 = .seconds(61) }
    #expect(cache.lookUp(.number(1)) == nil)
  }

  @Test("What is too old goes when it is asked for, with the images that come, and when the program says so")
  func expiry() throws {
    let time = Mutex(Duration.zero)
    let cache = ImageMemoryCache(ImageMemoryLimits(maximumAge: .seconds(80))) { time.withLock { $0 } }
    for number in 1...4 { cache.insert(CachedImage(try picture(10, 10)), for: .number(number)) }
    time.withLock { $0 = .seconds(81) }
    #expect(cache.usage.count == 4)
    #expect(cache.lookUp(.number(1)) == nil)
    #expect(cache.usage.count == 3)
    cache.insert(CachedImage(try picture(10, 10)), for: .number(5))
    #expect(cache.usage.count == 1)
    // Within an eighth of the age nobody looks again.
    time.withLock { $0 = .seconds(90) }
    cache.insert(CachedImage(try picture(10, 10)), for: .number(6))
    time.withLock { $0 = .seconds(162) }
    cache.removeExpired()
    #expect(cache.usage.count == 1)
    #expect(cache.contains(.number(6)))
  }

  @Test("What is asked to go goes: all, down to a size, by a rule, of a source")
  func removing() throws {
    let cache = ImageMemoryCache(roomFor: 20, of: 100)
    for number in 0..<10 { cache.insert(CachedImage(try picture(10, 10)), for: .number(number)) }
    cache.trim(toByteCount: cache.usage.byteCount / 2)
    #expect((0..<10).map { cache.contains(.number($0)) } == (0..<10).map { $0 >= 5 })
    cache.removeAll { key, _ in key == .number(5) }
    cache.remove(ImageCacheKey.number(6).source)
    #expect((0..<10).filter { cache.contains(.number($0)) } == [7, 8, 9])
    cache.removeAll()
    #expect((cache.usage.count, cache.usage.byteCount) == (0, 0))
  }

  @Test("From many threads at once the bounds hold, and what is found is what was put in")
  func threads() async throws {
    let cache = ImageMemoryCache(ImageMemoryLimits(maximumByteCount: 200_000, maximumCount: 50))
    let pictures = try (1...100).map { try picture($0, 10) }
    await withTaskGroup(of: Int.self) { group in
      for start in 0..<4 {
        group.addTask {
          var wrongCount = 0
          for step in 0..<2000 {
            let number = (start * 31 + step * 17) % 100
            if let found = cache.lookUp(.number(number))?.exact, found.image.width != number + 1 { wrongCount += 1 }
            cache.insert(CachedImage(pictures[number]), for: .number(number))
            if step % 100 == 0 { cache.removeAll { key, _ in key == .number(number) } }
            if cache.usage.count > 50 || cache.usage.byteCount > 200_000 { wrongCount += 1 }
          }
          return wrongCount
        }
      }
      for await wrongCount in group { #expect(wrongCount == 0) }
    }
  }
}
