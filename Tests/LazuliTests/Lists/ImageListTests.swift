import Lazuli
import LazuliCore
import LazuliTestSupport
import Synchronization
import Testing

@Suite("Image list")
struct ImageListTests {
  private let loader = FakeLoading()
  private let told = Told()

  /// A list of so many rows whose objects are named by their numbers, which are those of their pictures less 100.
  private func list(_ count: Int, _ change: (inout ImageListOptions) -> Void = { _ in }) -> ImageList<String> {
    var options = ImageListOptions()
    change(&options)
    let list = ImageList<String>(loader, options, on: .anyThread) { [told] index, row in
      guard let image = row.state.image else { return }
      told.note("\(index) \(row.object) \(image.width)")
    }
    list.replace((0..<count).map { ("row \($0)", .fake(100 + $0)) })
    return list
  }

  private var underWay: [Int] { loader.underWay.map { $0.request.number - 100 } }

  private func finish(_ row: Int) {
    loader.loads.last { $0.request.number == 100 + row }?.finish(.fake(100 + row))
  }

  @Test("Visible rows come first, then those ahead with a lower priority")
  func order() {
    let list = list(100)
    list.show(10..<14)
    #expect(underWay == [10, 11, 12, 13, 14, 15, 16, 17])
    #expect(loader.loads.map(\.priority) == Array(repeating: .normal, count: 4) + Array(repeating: .low, count: 4))
  }

  @Test("The row is told with its number, its object and its image, and keeps it")
  func telling() {
    let list = list(100)
    list.show(10..<12)
    finish(11)
    #expect(told.notes == ["11 row 11 111"])
    #expect(list[11].state.image?.width == 111)
    #expect(list[11].object == "row 11")
    #expect(list.count == 100)
  }

  @Test("A row which becomes visible while it is loaded ahead is lifted, one which was passed is cancelled")
  func scrolling() {
    let list = list(100)
    list.show(10..<14)
    list.show(12..<16)
    #expect(underWay == [12, 13, 14, 15, 16, 17, 18, 19])
    #expect(loader.underWay.prefix(4).allSatisfy { $0.priority == .normal })
    #expect(loader.loads.filter(\.isCancelled).map { $0.request.number - 100 } == [10, 11])
  }

  @Test("Scrolling up loads the rows above, nearest first")
  func scrollingUp() {
    let list = list(100)
    list.show(50..<52)
    list.show(40..<42)
    #expect(underWay == [41, 40, 39, 38])
  }

  @Test("A late result for a row that was passed reaches nobody")
  func late() {
    let list = list(100)
    list.show(10..<12)
    let late = loader.loads[0]
    list.show(60..<62)
    late.finish(.fake(110))
    #expect(told.notes.isEmpty)
    #expect(list[10].state.image == nil)
  }

  @Test("A result for a row of other rows reaches nobody")
  func replaced() {
    let list = list(100)
    list.show(0..<2)
    let late = loader.loads[0]
    list.replace([("new", .fake(500))])
    late.finish(.fake(100))
    #expect(list[0].state.image == nil)
    list.show(0..<1)
    #expect(loader.underWay.map(\.request.number) == [500])
  }

  @Test("A failed row is loaded again when that is asked for, not before")
  func retry() {
    let list = list(100)
    list.show(10..<12)
    loader.loads[0].fail()
    guard case .failed = list[10].state else { return #expect(Bool(false), "it did not fail") }
    list.show(9..<12)
    #expect(!underWay.contains(10))
    list.retryFailed()
    #expect(underWay.contains(10))
    finish(10)
    #expect(list[10].state.image?.width == 110)
  }

  @Test("An image in memory is there at once, without a load")
  func memory() {
    loader.keep(.fake(110), for: .fake(110))
    let list = list(100) { $0.prefetchCount = 0 }
    list.show(10..<11)
    #expect(loader.loads.isEmpty)
    #expect(told.notes == ["10 row 10 110"])
  }

  @Test("Images of rows far away are let go of")
  func farRows() {
    let list = list(1000) { $0.keptCount = 10 }
    for first in 0..<900 {
      list.show(first..<first + 4)
      for load in loader.underWay { load.finish(.fake(load.request.number)) }
      #expect(list.count { $0.state.image != nil } <= 4 + 4 + 10, "at \(first)")
      if first > 20 { break }
    }
    list.show(500..<504)
    #expect(list[0].state.image == nil)
    #expect(list[21].state.image == nil)
  }

  @Test("Rows without an image ask for nothing, rows that are added are loaded when they are near")
  func rows() {
    let list = list(2)
    list.replace([("a", nil), ("b", .fake(101))])
    list.show(0..<2)
    #expect(underWay == [1])
    list.append([("c", .fake(102))])
    #expect(underWay == [1, 2])
    #expect(list.map(\.object) == ["a", "b", "c"])
    list.stop()
    #expect(underWay == [])
  }

  @Test("A random walk shows no row the picture of another one, leaks no load, and loads nothing that is far away")
  func walk() {
    var generator = SeededGenerator(5)
    let list = list(200)
    var visible = 0..<0
    var wrongCount = 0
    for _ in 0..<4000 {
      switch Int.random(in: 0..<10, using: &generator) {
      case 0..<4:
        let first = max(0, min(190, visible.lowerBound + Int.random(in: -15...15, using: &generator)))
        visible = first..<first + 8
        list.show(visible)
      case 4..<8:
        guard let load = loader.loads.suffix(40).randomElement(using: &generator) else { continue }
        load.finish(.fake(load.request.number))
      case 8: loader.underWay.randomElement(using: &generator)?.fail()
      default: list.retryFailed()
      }
      let near = visible.lowerBound - 8..<visible.upperBound + 8
      if underWay.contains(where: { !near.contains($0) }) { wrongCount += 1 }
      if Set(underWay).count != underWay.count { wrongCount += 1 }
    }
    wrongCount += list.enumerated().count {
      $0.element.state.image.map(\.width) ?? (100 + $0.offset) != 100 + $0.offset
    }
    wrongCount += told.notes.count { text in
      let words = text.split(separator: " ").compactMap { Int($0) }
      return words[1] != words[0] || words[2] != 100 + words[0]
    }
    print("image list: \(loader.loads.count) loads, \(told.notes.count) images told")
    #expect(wrongCount == 0)
  }
}

private final class Told: Sendable {
  private let state = Mutex([String]())
  var notes: [String] { state.withLock { $0 } }
  func note(_ note: String) { state.withLock { $0.append(note) } }
}
