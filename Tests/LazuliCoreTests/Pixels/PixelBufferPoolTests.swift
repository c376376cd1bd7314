import Synchronization
import Testing

@testable import LazuliCore

@Suite("Pixel buffer pool")
struct PixelBufferPoolTests {
  static func layout(_ width: Int, _ height: Int = 256, _ format: PixelFormat = .rgba8) -> PixelLayout {
    PixelLayout(width: width, height: height, format: format)!
  }

  static func address(_ pixels: PixelBuffer) -> UnsafeRawPointer? {
    pixels.withUnsafeBytes { $0.baseAddress }
  }

  @Test("Memory goes back with the last copy, and is handed out again")
  func reuse() throws {
    let pool = PixelBufferPool()
    var first: PixelBuffer? = try pool.surface(Self.layout(256)).freeze()
    var second = first
    let address = first.flatMap(Self.address)
    first = nil
    #expect(pool.idleByteCount == 0)
    #expect(second.flatMap(Self.address) == address)
    second = nil
    #expect(pool.idleByteCount == 256 * 256 * 4)
    #expect(Self.address(try pool.surface(Self.layout(250)).freeze()) == address)
  }

  @Test("A surface is zeroed although its memory was used before", arguments: [256, 2048])
  func zeroing(width: Int) throws {
    let pool = PixelBufferPool()
    let layout = Self.layout(width, 1024)
    for _ in 0..<2 {
      let surface = try pool.surface(layout)
      surface.withUnsafeMutableBytes { bytes in
        #expect(bytes.count == layout.byteCount)
        #expect(bytes.allSatisfy { $0 == 0 })
        bytes.initializeMemory(as: UInt8.self, repeating: 0xAB)
      }
    }
  }

  @Test("Memory is aligned to 64 bytes, mapped or not", arguments: [1, 63, 4096, 1 << 20, 4 << 20, (4 << 20) + 1])
  func alignment(byteCount: Int) throws {
    let pool = PixelBufferPool()
    let pixels = try pool.surface(Self.layout(byteCount, 1, .gray8)).freeze()
    #expect(Int(bitPattern: Self.address(pixels)) % 64 == 0)
  }

  @Test("A pool with limits refuses what is beyond them, whichever processor asks; its memory is the same")
  func limits() throws {
    let pool = PixelBufferPool()
    var limits = DecodingLimits()
    limits.maximumDecodedPixels = 1024 * 100
    let limited = pool.limited(to: limits)
    do { _ = try pool.surface(Self.layout(1024, 100)) }
    do { _ = try limited.surface(Self.layout(1024, 100)) }
    #expect(limited.idleByteCount > 0 && limited.idleByteCount == pool.idleByteCount)
    let error = #expect(throws: ImageError.self) { try limited.surface(Self.layout(1024, 101)) }
    #expect(error?.limit == .decodedPixels)
    #expect(throws: ImageError.self) {
      try limited.surface(width: .max, height: .max, format: .rgba8, color: .init())
    }
  }

  @Test("A request gets no block of more than twice its size, nor one too small")
  func fitting() throws {
    let pool = PixelBufferPool()
    do { _ = try pool.surface(Self.layout(1024)) }
    let idle = pool.idleByteCount
    do {
      let small = try pool.surface(Self.layout(500))
      #expect(pool.idleByteCount == idle)
      let large = try pool.surface(Self.layout(1025))
      #expect(pool.idleByteCount == idle)
      let fitting = try pool.surface(Self.layout(512))
      #expect(pool.idleByteCount == 0)
      withExtendedLifetime((small, large, fitting)) {}
    }
  }

  @Test("The best of several blocks is taken")
  func bestFit() throws {
    let pool = PixelBufferPool()
    do {
      let blocks = try [400, 300, 500].map { try pool.surface(Self.layout($0)) }
      withExtendedLifetime(blocks) {}
    }
    let surface = try pool.surface(Self.layout(290))
    #expect(pool.idleByteCount == (400 + 500) * 1024)
    withExtendedLifetime(surface) {}
  }

  @Test("Above the limit, what has lain idle longest is freed")
  func idleLimit() throws {
    let pool = PixelBufferPool(maximumIdleByteCount: 1000 * 1024)
    for width in [300, 700, 200] {
      let other = try pool.surface(Self.layout(width, 256, .rgba8))
      withExtendedLifetime(other) {}
    }
    // 300 and 700 fill the limit; 200 was cut from 300's block, which then came back last.
    #expect(pool.idleByteCount == 1000 * 1024)
    do { _ = try pool.surface(Self.layout(100)) }
    #expect(pool.idleByteCount <= 1000 * 1024)
    do { _ = try pool.surface(Self.layout(1001)) }
    #expect(pool.idleByteCount <= 1000 * 1024)
    pool.removeAll()
    #expect(pool.idleByteCount == 0)
  }

  @Test("The pool adapts to new sizes when it is full of old ones")
  func adapting() throws {
    let pool = PixelBufferPool(maximumIdleByteCount: 1000 * 1024)
    do { _ = try pool.surface(Self.layout(1000)) }
    do { _ = try pool.surface(Self.layout(300)) }
    #expect(pool.idleByteCount == 300 * 1024)
  }

  @Test("Small blocks are left to malloc")
  func smallBlocks() throws {
    let pool = PixelBufferPool()
    do { _ = try pool.surface(Self.layout(8, 8)) }
    #expect(pool.idleByteCount == 0)
  }

  @Test("Memory that cannot be had is an error, whatever its size", arguments: [1 << 50, Int.max - 4])
  func outOfMemory(byteCount: Int) throws {
    let pool = PixelBufferPool()
    let layout = try #require(PixelLayout(width: byteCount, height: 1, format: .gray8, rowAlignment: 1))
    #expect { try pool.surface(layout) } throws: { ($0 as? ImageError)?.code == .outOfMemory }
  }

  @Test("Pixels outlive their pool's owner, and their memory goes with them")
  func outlivingPool() throws {
    weak var blocks: IdlePixelBlocks?
    var pixels: PixelBuffer?
    do {
      let pool = PixelBufferPool()
      blocks = pool.idle
      pixels = try pool.surface(Self.layout(256)).freeze()
    }
    #expect(blocks != nil)
    #expect(pixels?.withUnsafeBytes { $0.allSatisfy { $0 == 0 } } == true)
    pixels = nil
    #expect(blocks == nil)
  }

  @Test("Several threads share a pool, and nobody sees another's pixels")
  func threads() async throws {
    let pool = PixelBufferPool(maximumIdleByteCount: 2 << 20)
    let faults = await withTaskGroup(of: Int.self) { group in
      for task in 1...4 {
        group.addTask { Self.hammer(pool, mark: UInt8(task)) }
      }
      return await group.reduce(0, +)
    }
    #expect(faults == 0)
    #expect(pool.idleByteCount <= 2 << 20)
  }

  /// The number of surfaces in which something else than `mark` turned up.
  private static func hammer(_ pool: PixelBufferPool, mark: UInt8) -> Int {
    var generator = SystemRandomNumberGenerator()
    var kept: [PixelBuffer] = []
    var faults = 0
    for _ in 0..<200 {
      guard let surface = try? pool.surface(layout(.random(in: 64...400, using: &generator)), isCleared: false) else {
        return 1
      }
      surface.withUnsafeMutableBytes { _ = $0.initializeMemory(as: UInt8.self, repeating: mark) }
      kept.append(surface.freeze())
      if kept.count > 3 {
        let oldest = kept.removeFirst()
        let isIntact = oldest.withUnsafeBytes { bytes in
          bytes.first == mark && bytes.last == mark && bytes[bytes.count / 2] == mark
        }
        if !isIntact { faults += 1 }
      }
    }
    return faults
  }
}
