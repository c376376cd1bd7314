import Lazuli
import LazuliCore
import LazuliTestSupport
import Synchronization
import Testing

@Suite("Editing an image list")
struct ImageListEditingTests {
  private let loader = FakeLoading()

  /// Rows whose objects are their numbers, which are those of their pictures less 100.
  private func rows(_ numbers: some Sequence<Int>) -> [(Int, ImageRequest?)] { numbers.map { ($0, .fake(100 + $0)) } }

  private func list(_ count: Int, showing range: Range<Int>) -> ImageList<Int> {
    var options = ImageListOptions()
    options.prefetchCount = 0
    let list = ImageList<Int>(loader, options, on: .anyThread) { [notes] index, row in
      if let image = row.state.image { notes.note("\(index) \(row.object) \(image.width)") }
    }
    list.replace(rows(0..<count))
    list.show(range)
    return list
  }

  private let notes = Notes()
  private var images: [String] { notes.all }
  private var underWay: [Int] { loader.underWay.map { $0.request.number - 100 }.sorted() }

  private func finish(_ number: Int) {
    loader.loads.last { $0.request.number == 100 + number }?.finish(.fake(100 + number))
  }

  @Test("Rows put in above move the others, whose loads go on and are told where their rows are now")
  func inserted() {
    let list = list(100, showing: 10..<13)
    list.insert(rows([200, 201]), at: 4)
    #expect(underWay == [10, 11, 12])
    finish(11)
    #expect(images == ["13 11 111"])
    #expect(list[13].state.image?.width == 111)
    list.show(12..<15)
    #expect(loader.loads.count == 3)
  }

  @Test("Rows put in among the visible ones, or at their edge, are loaded")
  func insertedWithin() {
    let list = list(100, showing: 0..<3)
    list.insert(rows([200]), at: 1)
    #expect(underWay == [0, 1, 2, 200])
    list.insert(rows([300]), at: 0)
    #expect(underWay == [0, 1, 2, 200, 300])
    list.show(0..<3)
    #expect(underWay == [0, 200, 300])
  }

  @Test("A row that is taken out is loaded no more, and only that one")
  func removed() {
    let list = list(100, showing: 10..<14)
    list.remove(at: [12, 3])
    #expect(underWay == [10, 11, 13])
    finish(13)
    finish(12)
    #expect(images == ["11 13 113"])
    list.remove(0..<11)
    #expect(list.count == 87)
    #expect(list[0].state.image?.width == 113)
    #expect(underWay == [])
  }

  @Test("A row that is moved takes its load and its image along")
  func moved() {
    let list = list(10, showing: 0..<4)
    finish(0)
    list.move(from: 0, to: 2)
    list.move(from: 0, to: 3)
    #expect(list.map(\.object) == [2, 0, 3, 1, 4, 5, 6, 7, 8, 9])
    #expect(list[1].state.image?.width == 100)
    finish(1)
    #expect(images == ["0 0 100", "3 1 101"])
    #expect(loader.loads.count == 4)
  }

  @Test("With other rows those of the same id keep what they have")
  func updated() {
    let list = list(6, showing: 0..<6)
    finish(4)
    list.update(to: rows([4, 7, 2, 2, 0])) { $0 }
    #expect(underWay == [0, 2, 2, 7])
    #expect(list[0].state.image?.width == 104)
    finish(0)
    #expect(images == ["4 4 104", "4 0 100"])
    #expect(loader.loads.filter(\.isCancelled).map { $0.request.number - 100 }.sorted() == [1, 3, 5])
  }

  @Test("A row that is changed keeps its load if it asks for the same image, and else begins another")
  func changed() throws {
    let list = list(3, showing: 0..<3)
    var request = ImageRequest.fake(101)
    request.userInfo = "new"
    list.change(1, to: 11, request)
    #expect(loader.loads.count == 3)
    #expect(list[1].object == 11 && list[1].request?.userInfo as? String == "new")
    list.change(1, to: 12, .fake(500))
    list.change(2, to: 13, nil)
    #expect(loader.underWay.map(\.request.number) == [100, 500])
  }

  @Test("A call back which edits the list spoils no index of the calls that follow")
  func editingInCalls() {
    let list = Mutex<ImageList<Int>?>(nil)
    let notes = Notes()
    loader.keep(.fake(100), for: .fake(100))
    loader.keep(.fake(101), for: .fake(101))
    let made = ImageList<Int>(loader, on: .anyThread) { index, row in
      notes.note("\(index) \(row.object)")
      if row.object == 0 { list.withLock { $0 }?.insert([(9, nil)], at: 0) }
    }
    list.withLock { $0 = made }
    made.replace(rows(0..<2))
    made.show(0..<2)
    #expect(notes.all == ["0 0", "2 1"])
    list.withLock { $0 = nil }
  }

  @Test("A random walk of edits shows no row the picture of another one and leaks no load")
  func walk() {
    var generator = SeededGenerator(11)
    let list = list(50, showing: 0..<6)
    var model = Array(0..<50)
    var (next, wrongCount) = (50, 0)
    for _ in 0..<5000 {
      let index = Int.random(in: 0..<model.count, using: &generator)
      switch Int.random(in: 0..<10, using: &generator) {
      case 0:
        list.insert(rows([next, next + 1]), at: index)
        model.insert(contentsOf: [next, next + 1], at: index)
        next += 2
      case 1 where model.count > 20:
        list.remove(at: [index])
        model.remove(at: index)
      case 2:
        let target = Int.random(in: 0..<model.count, using: &generator)
        list.move(from: index, to: target)
        model.insert(model.remove(at: index), at: target)
      case 3:
        model.shuffle(using: &generator)
        list.update(to: rows(model)) { $0 }
      case 4..<7: loader.loads.suffix(30).randomElement(using: &generator).map { $0.finish(.fake($0.request.number)) }
      default:
        let first = min(index, model.count - 6)
        list.show(first..<first + 6)
        if !Set(underWay).isSubset(of: model[first..<first + 6]) { wrongCount += 1 }
      }
      if !Set(underWay).isSubset(of: model) { wrongCount += 1 }
    }
    #expect(list.map(\.object) == model)
    wrongCount += list.count { $0.state.image.map(\.width) ?? (100 + $0.object) != 100 + $0.object }
    wrongCount += images.count { note in
      let words = note.split(separator: " ").compactMap { Int($0) }
      return words[2] != 100 + words[1]
    }
    #expect(wrongCount == 0)
    #expect(!images.isEmpty)
  }
}

private final class Notes: Sendable {
  private let state = Mutex([String]())
  var all: [String] { state.withLock { $0 } }
  func note(_ note: String) { state.withLock { $0.append(note) } }
}
