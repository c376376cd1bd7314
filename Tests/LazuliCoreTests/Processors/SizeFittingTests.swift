import LazuliCore
import LazuliTestSupport
import Testing

@Suite("Fitting sizes")
struct SizeFittingTests {
  private func size(_ width: Int, _ height: Int) -> ImageSize { ImageSize(width: width, height: height) }

  @Test("Fit stays within the box, fill covers it, neither enlarges")
  func boxes() {
    let box = size(100, 50)
    let cases: [(ImageSize, fit: ImageSize, fill: ImageSize)] = [
      (size(400, 300), size(67, 50), size(100, 75)),
      (size(300, 400), size(38, 50), size(100, 133)),
      (size(400, 200), size(100, 50), size(100, 50)),
      (size(80, 40), size(80, 40), size(80, 40)),
      (size(80, 400), size(10, 50), size(80, 400)),
      (size(1000, 20), size(100, 2), size(1000, 20)),
    ]
    for (image, fit, fill) in cases {
      #expect(SizeFitting.fit(box).size(for: image) == fit)
      #expect(SizeFitting.fill(box).size(for: image) == fill)
      #expect(SizeFitting.exact(box).size(for: image) == box)
    }
  }

  @Test("No side is ever 0, whatever the sizes")
  func neverEmpty() {
    #expect(SizeFitting.fit(size(10, 10)).size(for: size(100_000, 1)) == size(10, 1))
    #expect(SizeFitting.fit(size(0, -3)).size(for: size(100, 100)) == size(1, 1))
    #expect(SizeFitting.exact(size(0, 5)).size(for: size(100, 100)) == size(1, 5))
    #expect(SizeFitting.fill(size(1, 1)).size(for: size(0, 0)) == size(1, 1))
    #expect(SizeFitting.fit(size(.max, .max)).size(for: size(.max, 1)) == size(.max, 1))
    #expect(SizeFitting.fit(size(3, .max)).size(for: size(.max, .max)) == size(3, 3))
  }

  @Test("Random sizes keep their proportions to half a pixel")
  func proportions() {
    var generator = SeededGenerator(10)
    for _ in 0..<2000 {
      let numbers = (0..<4).map { _ in Int.random(in: 1...5000, using: &generator) }
      let image = size(numbers[0], numbers[1])
      let box = size(numbers[2], numbers[3])
      let ratios = [Double(box.width) / Double(image.width), Double(box.height) / Double(image.height)]
      for (fitting, ratio) in [(SizeFitting.fit(box), ratios.min()!), (.fill(box), ratios.max()!)] {
        let scale = min(ratio, 1)
        let result = fitting.size(for: image)
        #expect(abs(Double(result.width) - max(Double(image.width) * scale, 1)) <= 0.5 + 1e-6)
        #expect(abs(Double(result.height) - max(Double(image.height) * scale, 1)) <= 0.5 + 1e-6)
      }
    }
  }

  @Test("An orientation that swaps sides swaps them, and back")
  func orientations() {
    for orientation in Orientation.allCases {
      let oriented = size(3, 2).oriented(orientation)
      #expect(oriented == (orientation.rawValue >= 5 ? size(2, 3) : size(3, 2)))
      #expect(oriented.oriented(orientation) == size(3, 2))
    }
  }
}
