import LazuliTestSupport
import Testing

@testable import Lazuli

@Suite("How often previews are made")
struct PreviewThrottleTests {
  @Test("Previews that cost what was guessed take a tenth of the time at the most, whenever one looks")
  func share() {
    var generator = SeededGenerator(4)
    var throttle = PreviewThrottle(start: .zero)
    var (now, count) = (Duration.zero, 0)
    for _ in 0..<10_000 {
      now += .microseconds(Int.random(in: 0..<20_000, using: &generator))
      let cost = Duration.microseconds(Int.random(in: 0..<5_000, using: &generator))
      guard throttle.time(costing: cost) <= now else { continue }
      throttle.begin(at: now)
      throttle.spend(cost)
      count += 1
      #expect(throttle.spent * 10 <= now)
    }
    #expect(count > 500)
  }

  @Test("One that cost more than was guessed is made up for before the next")
  func surprise() {
    var throttle = PreviewThrottle(start: .seconds(5))
    #expect(throttle.time(costing: .milliseconds(1)) == .seconds(5) + .milliseconds(10))
    throttle.begin(at: .seconds(6))
    throttle.spend(.milliseconds(300))
    // The next is taken to cost as much.
    #expect(throttle.time(costing: .milliseconds(1)) == .seconds(11))
  }

  @Test("However cheap they are, there are twenty in a second at the most")
  func interval() {
    var throttle = PreviewThrottle(start: .zero)
    #expect(throttle.time(costing: .zero) == .zero)
    throttle.begin(at: .seconds(1))
    #expect(throttle.time(costing: .zero) == .milliseconds(1050))
  }
}
