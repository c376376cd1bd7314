import LazuliCore
import LazuliTestSupport
import Testing

@Suite("Pixel buffers")
struct PixelBufferTests {
  let pool = PixelBufferPool()

  private func pixels() throws -> PixelBuffer {
    var generator = SeededGenerator(1)
    return try Samples.random(300, 100, .rgba8, using: &generator).pixels(in: pool)
  }

  private func address(_ pixels: PixelBuffer) -> UnsafeRawPointer? { pixels.withUnsafeBytes { $0.baseAddress } }

  @Test("The only copy is modified in place")
  func inPlace() throws {
    var pixels = try pixels()
    let address = address(pixels)
    try pixels.modify(pool: pool) { $0.clear(rows: 0..<1) }
    #expect(self.address(pixels) == address)
    #expect(Samples(pixels).values[..<1200].allSatisfy { $0 == 0 })
  }

  @Test("Other copies stay as they are when one is modified")
  func copyOnWrite() throws {
    var pixels = try pixels()
    let copy = pixels
    let before = Samples(copy)
    try pixels.modify(pool: pool) { $0.clear(rows: 99..<200) }
    #expect(Samples(copy) == before)
    #expect(address(pixels) != address(copy))
    #expect(Samples(pixels).values[..<(99 * 1200)] == before.values[..<(99 * 1200)])
    #expect(Samples(pixels).values[(99 * 1200)...].allSatisfy { $0 == 0 })
  }

  @Test("Pixels survive a modification that fails")
  func failingModification() throws {
    var pixels = try pixels()
    let before = Samples(pixels)
    #expect(throws: ImageError.self) {
      try pixels.modify(pool: pool) { (_) throws(ImageError) in throw ImageError(.cancelled, at: .process, "Stop") }
    }
    #expect(Samples(pixels) == before)
  }

  @Test("A frozen surface holds no memory")
  func frozenSurface() throws {
    let surface = try pool.surface(#require(PixelLayout(width: 256, height: 256, format: .rgba8)))
    do { _ = surface.freeze() }
    #expect(pool.idleByteCount == 256 * 256 * 4)
    withExtendedLifetime(surface) {}
  }

  @Test("Clearing rows leaves the others alone and stops at the edges")
  func clearing() throws {
    var pixels = try pixels()
    let before = Samples(pixels)
    try pixels.modify(pool: pool) { surface in
      surface.clear(rows: -5..<0)
      surface.clear(rows: 100..<105)
      surface.clear(rows: 7..<7)
    }
    #expect(Samples(pixels) == before)
  }
}
