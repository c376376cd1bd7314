import LazuliTestSupport
import Testing

@testable import LazuliCache

@Suite("What goes first")
struct ScanTests {
  @Test("A scan of pictures that nobody sees twice drives out none that are seen again and again")
  func scan() {
    let trace = Trace.iconsWhileScrolling(seed: 1)
    let (ours, plain) = hits(trace)
    print("scan: \(ours) hits of 1250 icons, plain LRU \(plain)")
    #expect(plain < 400)
    #expect(ours > 1200)
  }

  @Test("Views which ask twice for what they show do not make a scan worth keeping")
  func doubledScan() {
    let trace = Trace.iconsWhileScrolling(seed: 2).map { $0.flatMap { [$0, $0] } }
    let second = trace.last.map { $0.count / 2 } ?? 0
    let (ours, plain) = hits(trace)
    print("doubled scan: \(ours - second) hits of 1250 icons, plain LRU \(plain - second)")
    #expect(plain - second < 400)
    #expect(ours - second > 1200)
  }

  @Test("Going back in a list finds what was just seen, as with plain LRU")
  func backAndForth() {
    let (ours, plain) = hits([[], Trace.backAndForth()])
    print("back and forth: \(ours) hits, plain LRU \(plain)")
    #expect(ours * 100 > plain * 98)
  }

  @Test("Where few pictures are seen often and many seldom, it is better than plain LRU")
  func skewed() {
    let (ours, plain) = hits([[], Trace.skewed(seed: 3)])
    print("skewed: \(ours) hits, plain LRU \(plain)")
    #expect(ours > plain)
  }

  @Test("It learns anew: icons are protected after a time in which protecting served nothing")
  func learning() {
    let icons = Trace.iconsWhileScrolling(seed: 4).map { $0.map { $0 + 50_000 } }
    let (ours, plain) = hits([Trace.backAndForth() + (icons.first ?? []), icons.last ?? []])
    print("scan after back and forth: \(ours) hits of 1250 icons, plain LRU \(plain)")
    #expect(ours > plain * 3 / 2)
  }

  @Test("What was seen often and is not any more goes in the end")
  func formerFavourites() {
    var cache = SegmentedCache(maximumCount: 200)
    for _ in 0..<10 { for number in 0..<150 { _ = cache.see(number) } }
    for _ in 0..<10 { for number in 1000..<1150 { _ = cache.see(number) } }
    #expect((1000..<1150).count { cache.see($0) } == 150)
  }

  @Test("On probation the least recently used goes first")
  func order() {
    var order = SegmentedLRU<Int>(maximumWeight: 100, maximumCount: 1000)
    let indexes = (0..<10).map { order.insert($0, id: $0, weight: 10) }
    order.use(indexes[0])
    var gone: [Int] = []
    while let oldest = order.removeOldest() { gone.append(oldest) }
    #expect(gone == [1, 2, 3, 4, 5, 6, 7, 8, 9, 0])
    #expect((order.weight, order.count) == (0, 0))
  }

  @Test("The names of what went are bounded as the elements are")
  func departed() {
    var departed = DepartedElements(maximumWeight: 100, maximumCount: 8)
    for number in 0..<1000 { departed.insert(number, lastUse: number, weight: 10) }
    #expect((0..<1000).filter { departed.remove($0) != nil } == Array(992..<1000))
  }

  /// The hits in the last part of a trace, of ours and of plain LRU.
  private func hits(_ trace: [[Int]]) -> (ours: Int, plain: Int) {
    (hits(trace, SegmentedCache(maximumCount: 200)), hits(trace, PlainLRU(maximumCount: 200)))
  }

  private func hits(_ trace: [[Int]], _ cache: some Seeing) -> Int {
    var cache = cache
    return trace.map { part in part.count { cache.see($0) } }.last ?? 0
  }
}

private protocol Seeing {
  /// Whether it was there; it is now.
  mutating func see(_ number: Int) -> Bool
}

private struct SegmentedCache: Seeing {
  var order: SegmentedLRU<Int>
  var indexes: [Int: Int] = [:]

  init(maximumCount: Int) {
    order = SegmentedLRU(maximumWeight: maximumCount * 10, maximumCount: maximumCount)
  }

  mutating func see(_ number: Int) -> Bool {
    if let index = indexes[number] {
      order.use(index)
      return true
    }
    indexes[number] = order.insert(number, id: number, weight: 10)
    while order.isOverfull, let oldest = order.removeOldest() { indexes[oldest] = nil }
    return false
  }
}

private struct PlainLRU: Seeing {
  let maximumCount: Int
  var times: [Int: Int] = [:]
  var time = 0

  init(maximumCount: Int) {
    self.maximumCount = maximumCount
  }

  mutating func see(_ number: Int) -> Bool {
    time += 1
    if times.updateValue(time, forKey: number) != nil { return true }
    if times.count > maximumCount, let oldest = times.min(by: { $0.value < $1.value }) { times[oldest.key] = nil }
    return false
  }
}

private enum Trace {
  /// A hundred icons, each seen ten times; then a list of ten thousand rows, each with a picture of its own,
  /// every eighth one with an icon.
  static func iconsWhileScrolling(seed: UInt64) -> [[Int]] {
    var generator = SeededGenerator(seed)
    var list: [Int] = []
    for row in 0..<10_000 {
      list.append(1000 + row)
      if row % 8 == 0 { list.append(Int.random(in: 0..<100, using: &generator)) }
    }
    return [(0..<10).flatMap { _ in 0..<100 }, list]
  }

  /// Of a thousand pictures few are seen often and many seldom.
  static func skewed(seed: UInt64) -> [Int] {
    var generator = SeededGenerator(seed)
    return (0..<20_000).map { _ in
      let share = Double.random(in: 0..<1, using: &generator)
      return Int(1000 * share * share * share)
    }
  }

  /// Down a list by 300 rows, back by 150, and so on.
  static func backAndForth() -> [Int] {
    var trace: [Int] = []
    for first in stride(from: 0, to: 6000, by: 150) {
      trace += Array(first..<first + 300)
      trace += (first + 150..<first + 300).reversed()
    }
    return trace
  }
}
