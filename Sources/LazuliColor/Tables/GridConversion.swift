import LazuliCore

/// RGBA8, or ink of 8 bits to RGBA8, through a profile's table: between nodes by tetrahedra, as lcms2 does it, and from
/// there to light and the target's values.
struct GridConversion: Sendable {
  /// A node of one channel, counted in nodes of all, and how far it is to the next.
  private struct Place {
    var offset: Int32
    var fraction: Float
  }

  /// 256 for each channel.
  private let places: [Place]
  /// From a node to the next, for each channel.
  private let strides: [Int]
  private let nodes: [SIMD4<Float>]
  private let isLab: Bool
  private let matrix: LightMatrix
  private let offset: SIMD4<Float>

  /// `light` makes the target's light of X, Y and Z, with `offset` added.
  init(_ grid: ProfileGrid, light: LightMatrix, offset: SIMD4<Float>, isInverted: Bool) {
    var strides = [Int](repeating: 1, count: grid.counts.count)
    for channel in strides.indices.dropLast().reversed() {
      strides[channel] = strides[channel + 1] * grid.counts[channel + 1]
    }
    places = grid.counts.indices.flatMap { channel in
      (0...255).map { sample in
        let place = grid.places[channel][isInverted ? 255 - sample : sample]
        let node = min(Int(place), grid.counts[channel] - 2)
        return Place(offset: Int32(node * strides[channel]), fraction: place - Float(node))
      }
    }
    self.strides = strides
    (nodes, isLab) = (grid.nodes, grid.isLab)
    (matrix, self.offset) = (light, offset)
  }

  /// See `RowConversion`. Ink has no alpha: its pixels become opaque.
  func convert(_ row: UnsafeRawPointer, into target: UnsafeMutableRawPointer, count: Int) {
    guard count > 0 else { return }
    let isInk = strides.count == 4
    let (from, to) = (row.assumingMemoryBound(to: UInt32.self), target.assumingMemoryBound(to: UInt32.self))
    places.withUnsafeBufferPointer { places in
      nodes.withUnsafeBufferPointer { nodes in
        LightEncoding.samples8.withUnsafeBufferPointer { samples in
          let tables = Tables(
            places.baseAddress!, nodes.baseAddress!, samples.baseAddress!,
            light: (matrix.columns[0], matrix.columns[1], matrix.columns[2], offset), isLab: isLab)
          if isInk { convertInk(from, to, count, tables) } else { convertColors(from, to, count, tables) }
        }
      }
    }
  }

  private typealias Light = (x: SIMD4<Float>, y: SIMD4<Float>, z: SIMD4<Float>, offset: SIMD4<Float>)

  /// What a pixel's way takes.
  private struct Tables {
    let places: UnsafePointer<Place>
    let nodes: UnsafePointer<SIMD4<Float>>
    private let samples: UnsafePointer<UInt8>
    private let light: Light
    private let isLab: Bool

    init(
      _ places: UnsafePointer<Place>, _ nodes: UnsafePointer<SIMD4<Float>>, _ samples: UnsafePointer<UInt8>,
      light: Light, isLab: Bool
    ) {
      (self.places, self.nodes, self.samples) = (places, nodes, samples)
      (self.light, self.isLab) = (light, isLab)
    }

    /// Red, green and blue in the lower bytes.
    @inline(__always)
    func encoded(_ node: SIMD4<Float>) -> UInt32 {
      let xyz = isLab ? Self.xyz(node) : node
      let place = LightEncoding.place(of: light.x * xyz.x + light.y * xyz.y + light.z * xyz.z + light.offset)
      let index = LightEncoding.sampleIndex(place)
      return UInt32(samples[Int(index.x)]) | UInt32(samples[Int(index.y)]) &<< 8 | UInt32(samples[Int(index.z)]) &<< 16
    }

    /// In parts of white, from what Lab is linear in (CIE 15).
    @inline(__always)
    private static func xyz(_ value: SIMD4<Float>) -> SIMD4<Float> {
      let bright = value * value * value
      let dark = (value - 4.0 / 29) * (108.0 / 841)
      return bright.replacing(with: dark, where: value .<= 6.0 / 29)
    }
  }

  private func convertColors(
    _ from: UnsafePointer<UInt32>, _ to: UnsafeMutablePointer<UInt32>, _ count: Int, _ tables: Tables
  ) {
    let steps = (strides[0], strides[1], strides[2])
    var (last, made): (UInt32, UInt32) = (~from[0], 0)
    for index in 0..<count {
      let pixel = from[index]
      if (pixel ^ last) & 0xFF_FFFF != 0 {
        let red = tables.places[Int(pixel & 0xFF)]
        let green = tables.places[Int(pixel &>> 8 & 0xFF) &+ 256]
        let blue = tables.places[Int(pixel &>> 16 & 0xFF) &+ 512]
        let corners = Tetrahedron((red.fraction, steps.0), (green.fraction, steps.1), (blue.fraction, steps.2))
        let base = tables.nodes + Int(red.offset &+ green.offset &+ blue.offset)
        made = tables.encoded(corners.mixed(base))
        last = pixel
      }
      to[index] = made | pixel & 0xFF00_0000
    }
  }

  /// The first ink goes straight from one tetrahedron of the other three to the next.
  private func convertInk(
    _ from: UnsafePointer<UInt32>, _ to: UnsafeMutablePointer<UInt32>, _ count: Int, _ tables: Tables
  ) {
    let steps = (strides[0], strides[1], strides[2], strides[3])
    var (last, made): (UInt32, UInt32) = (~from[0], 0)
    for index in 0..<count {
      let pixel = from[index]
      if pixel != last {
        let cyan = tables.places[Int(pixel & 0xFF)]
        let magenta = tables.places[Int(pixel &>> 8 & 0xFF) &+ 256]
        let yellow = tables.places[Int(pixel &>> 16 & 0xFF) &+ 512]
        let black = tables.places[Int(pixel &>> 24) &+ 768]
        let corners = Tetrahedron(
          (magenta.fraction, steps.1), (yellow.fraction, steps.2), (black.fraction, steps.3))
        let base = tables.nodes + Int(cyan.offset &+ magenta.offset &+ yellow.offset &+ black.offset)
        let (low, high) = (corners.mixed(base), corners.mixed(base + steps.0))
        made = tables.encoded(low + (high - low) * cyan.fraction) | 0xFF00_0000
        last = pixel
      }
      to[index] = made
    }
  }
}

/// The four nodes of a cube that a place lies between, and their weights.
private struct Tetrahedron {
  private let weights: SIMD4<Float>
  private let second: Int
  private let third: Int
  private let last: Int

  /// For each direction how far the place is from the first node, and how far it is to the next.
  @inline(__always)
  init(_ a: (Float, Int), _ b: (Float, Int), _ c: (Float, Int)) {
    var (x, y, z) = (a, b, c)
    if x.0 < y.0 { (x, y) = (y, x) }
    if y.0 < z.0 { (y, z) = (z, y) }
    if x.0 < y.0 { (x, y) = (y, x) }
    weights = SIMD4(1 - x.0, x.0 - y.0, y.0 - z.0, z.0)
    second = x.1
    third = second &+ y.1
    last = third &+ z.1
  }

  @inline(__always)
  func mixed(_ nodes: UnsafePointer<SIMD4<Float>>) -> SIMD4<Float> {
    nodes[0] * weights.x + nodes[second] * weights.y + nodes[third] * weights.z + nodes[last] * weights.w
  }
}
