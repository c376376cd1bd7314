import LazuliCore
import LazuliTestSupport
import Testing

@Suite("Planning a resize")
struct ResizePlanTests {
  let pool = PixelBufferPool()
  let size = ImageSize(width: 100, height: 80)

  private func plan(
    _ fitting: SizeFitting, _ gravity: Gravity? = nil, enlarging: Bool = false
  ) -> ResizePlan {
    ResizeProcessor(fitting, gravity: gravity, allowsEnlarging: enlarging).plan(for: size)
  }

  @Test("Nothing is enlarged unless asked; exact sizes ask for it")
  func enlarging() {
    let box = ImageSize(width: 300, height: 300)
    #expect(plan(.fit(box)).target == size)
    #expect(plan(.fill(box), .center).target == size)
    #expect(plan(.exact(box)).target == box)
    #expect(plan(.fit(box), enlarging: true).target == ImageSize(width: 300, height: 240))
    #expect(plan(.fill(box), enlarging: true).target == ImageSize(width: 375, height: 300))
    #expect(plan(.fill(box), .center, enlarging: true).target == box)
    #expect(plan(.fit(ImageSize(width: 0, height: -3)), enlarging: true).target == ImageSize(width: 1, height: 1))
  }

  @Test("Shrinking is the same whether enlarging is allowed or not")
  func shrinking() {
    for (width, height) in [(50, 50), (99, 1), (1, 79), (100, 20), (33, 80)] {
      let box = ImageSize(width: width, height: height)
      #expect(plan(.fit(box)).scaled == plan(.fit(box), enlarging: true).scaled)
      #expect(plan(.fill(box)).scaled == plan(.fill(box), enlarging: true).scaled)
    }
  }

  @Test("Filling cuts off what reaches beyond the box, where gravity says")
  func windows() {
    let box = ImageSize(width: 40, height: 40)
    func window(_ gravity: Gravity) -> [Int] {
      let window = plan(.fill(box), gravity).window
      return [window.x, window.y, window.width, window.height]
    }
    #expect(plan(.fill(box)).target == ImageSize(width: 50, height: 40))
    #expect(window(.topLeft) == [0, 0, 40, 40])
    #expect(window(.center) == [5, 0, 40, 40])
    #expect(window(.right) == [10, 0, 40, 40])
    #expect(plan(.fill(ImageSize(width: 300, height: 20)), .bottom).window.y == 60)
  }

  @Test("A window is a part of the whole, by every filter", arguments: ResizeFilter.allCases)
  func parts(filter: ResizeFilter) throws {
    var generator = SeededGenerator(34)
    let sizes = [
      ImageSize(width: 9, height: 31), .init(width: 31, height: 9), .init(width: 80, height: 13),
      .init(width: 13, height: 80),
    ]
    for format in [PixelFormat.rgba8, .gray16, .grayAlpha8] {
      let pixels = try Samples.random(41, 37, format, using: &generator).pixels(in: pool)
      for (box, gravity) in zip(sizes, [Gravity.center, .bottomRight, .topLeft, .bottom]) {
        let processor = ResizeProcessor(.fill(box), filter: filter, gravity: gravity, allowsEnlarging: true)
        let whole = ResizeProcessor(.fill(box), filter: filter, allowsEnlarging: true)
        let expected = try CropProcessor(.size(box, gravity)).process(whole.process(pixels, pool: pool), pool: pool)
        #expect(Samples(try processor.process(pixels, pool: pool)) == Samples(expected), "\(format) \(box)")
      }
    }
  }

  @Test("Impossible sizes and windows are refused")
  func refusals() throws {
    let surface = try pool.surface(#require(PixelLayout(width: 2, height: 2, format: .rgba8)))
    let box = ImageSize(width: 4, height: 4)
    let plans = [
      ResizePlan(from: box, to: box), ResizePlan(from: box, to: ImageSize(width: 2, height: 3)),
      ResizePlan(from: ImageSize(width: 0, height: 4), to: ImageSize(width: 2, height: 2)),
      ResizePlan(from: box, to: box, window: PixelRectangle(x: 3, y: 0, width: 2, height: 2)),
      ResizePlan(from: box, to: box, window: PixelRectangle(x: -1, y: 0, width: 2, height: 2)),
    ]
    for plan in plans {
      #expect { try RowResizer(plan, filter: .lanczos3, into: surface) } throws: {
        ($0 as? ImageError)?.code == .invalidRequest
      }
    }
    let huge = ResizeProcessor(.fill(ImageSize(width: .max, height: 1)), allowsEnlarging: true)
    let pixels = try Samples(width: 1, height: 1000, format: .rgba8).pixels(in: pool)
    #expect(throws: ImageError.self) { try huge.process(pixels, pool: pool) }
  }

  @Test("Identities name everything")
  func identities() {
    var all: Set<String> = []
    for fitting in [SizeFitting.exact(size), .fit(size), .fill(size)] {
      for filter in ResizeFilter.allCases {
        for gravity in [nil, Gravity.top, .left] {
          for flags in 0..<4 {
            let processor = ResizeProcessor(
              fitting, filter: filter, gravity: gravity, allowsEnlarging: flags & 1 > 0, isInLinearLight: flags > 1)
            all.insert(processor.identity)
          }
        }
      }
    }
    #expect(all.count == 108)
  }
}
