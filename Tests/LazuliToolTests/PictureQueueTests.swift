import Lazuli
import Testing

@testable import LazuliTool

@Suite("The order of a list of pictures")
struct PictureQueueTests {
  private func queue(_ words: String..., maximumPerHost: Int) -> PictureQueue {
    PictureQueue(words.map(ImageLocation.init), maximumPerHost: maximumPerHost)
  }

  @Test("What is there several times is one entry with all its places, however it is written")
  func equal() {
    let queue = queue(
      "http://a.test/1", "HTTP://A.test:80/1#top", "/b.png", "file:///b.png", "http://u:p@a.test/1", "-", "http://[",
      "-", "http://[", maximumPerHost: 1)
    #expect(queue.entries.map(\.places) == [[0, 1], [2, 3], [4], [5, 7], [6, 8]])
  }

  @Test("Hosts that have enough are passed over, and get their turn before those behind them")
  func passedOver() {
    var queue = queue(
      "http://a.test/0", "http://a.test/1", "http://a.test/2", "http://b.test/3", "/4", "http://a.test/5", "/6",
      maximumPerHost: 1)
    #expect(queue.next() == 0)
    #expect(queue.next() == 3)
    queue.end(3)
    queue.end(0)
    #expect(queue.next() == 1)
    #expect(queue.next() == 4)
    #expect(queue.next() == 6)
    #expect(queue.next() == nil)
    queue.end(6)
    #expect(queue.next() == nil)
    queue.end(1)
    #expect(queue.next() == 2)
    queue.end(2)
    #expect(queue.next() == 5)
    queue.end(5)
    #expect(queue.next() == nil)
  }

  @Test("Files of this machine have no host that could have enough")
  func files() {
    var queue = queue("/0", "/1", "data:,2", "-", maximumPerHost: 1)
    let numbers = (0..<4).map { _ in queue.next() }
    #expect(numbers == [0, 1, 2, 3])
  }
}
