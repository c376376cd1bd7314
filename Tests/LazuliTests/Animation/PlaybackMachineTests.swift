import LazuliTestSupport
import Testing

@testable import Lazuli

@Suite("When which frame of an animation is due")
struct PlaybackMachineTests {
  private static func timeline(_ milliseconds: [Int], isComplete: Bool = true) -> AnimationTimeline {
    var timeline = AnimationTimeline()
    for one in milliseconds { timeline.append(.milliseconds(one)) }
    timeline.isComplete = isComplete
    return timeline
  }

  private let three = timeline([100, 200, 50])

  private func index(
    _ machine: inout PlaybackMachine, at milliseconds: Int, _ timeline: AnimationTimeline? = nil,
    ready: Set<Int> = Set(0..<100)
  ) -> Int {
    machine.advance(to: .milliseconds(milliseconds), timeline ?? three) { ready.contains($0) }
    return machine.index
  }

  private func playing(_ playCount: Int = 0) -> PlaybackMachine {
    var machine = PlaybackMachine(playCount: playCount)
    machine.play()
    return machine
  }

  @Test("Frames change when their time is over, and the next change is known")
  func changes() {
    var machine = playing()
    #expect(index(&machine, at: 0) == 0)
    #expect(machine.nextChange(three) == .milliseconds(100))
    #expect(index(&machine, at: 99) == 0)
    #expect(index(&machine, at: 100) == 1)
    #expect(index(&machine, at: 299) == 1)
    #expect(index(&machine, at: 310) == 2)
    #expect(machine.nextChange(three) == .milliseconds(350))
    #expect(index(&machine, at: 350) == 0 && machine.finishedPlayCount == 1)
  }

  @Test("The clock starts when the first frame is there, not before")
  func start() {
    var machine = playing()
    #expect(index(&machine, at: 500, ready: []) == 0 && machine.nextChange(three) == nil)
    _ = index(&machine, at: 600)
    #expect(machine.nextChange(three) == .milliseconds(700))
  }

  @Test("A caller who comes late each time does not make the animation drift")
  func noDrift() {
    var machine = playing()
    _ = index(&machine, at: 0)
    for turn in 1...1000 {
      #expect(index(&machine, at: turn * 350 + 17) == 0)
      #expect(machine.nextChange(three) == .milliseconds(turn * 350 + 100))
    }
  }

  @Test("A frame that is missing when it is due holds the picture and begins when it is first seen")
  func stretched() {
    var machine = playing()
    _ = index(&machine, at: 0)
    #expect(index(&machine, at: 5000, ready: [0]) == 1 && machine.nextChange(three) == nil)
    #expect(index(&machine, at: 6000) == 1)
    #expect(machine.nextChange(three) == .milliseconds(6200))
  }

  @Test("It plays as often as it is to, and holds the last frame; 0 is for ever")
  func plays() {
    var machine = playing(2)
    _ = index(&machine, at: 0)
    #expect(index(&machine, at: 350) == 0 && machine.repeats == false)
    #expect(index(&machine, at: 699) == 2 && machine.motion != .ended)
    #expect(index(&machine, at: 700) == 2 && machine.motion == .ended)
    #expect(machine.nextChange(three) == nil && !machine.isPlaying)
    var endless = playing(0)
    _ = index(&endless, at: 0)
    #expect(index(&endless, at: 350_000) == 0 && endless.finishedPlayCount == 1000)
  }

  @Test("What has ended plays anew when it is told to play")
  func again() {
    var machine = playing(1)
    _ = index(&machine, at: 0)
    _ = index(&machine, at: 400)
    machine.play()
    #expect(index(&machine, at: 1000) == 0 && machine.finishedPlayCount == 0)
    #expect(index(&machine, at: 1100) == 1)
  }

  @Test("A pause keeps the time that a frame has had")
  func pause() {
    var machine = playing()
    _ = index(&machine, at: 0)
    machine.pause(at: .milliseconds(60))
    #expect(index(&machine, at: 9000) == 0 && machine.nextChange(three) == nil)
    machine.play()
    _ = index(&machine, at: 10_000)
    #expect(machine.nextChange(three) == .milliseconds(10_040))
  }

  @Test("A rate holds from its moment on; foolish ones are held to the range")
  func rates() {
    var machine = playing()
    _ = index(&machine, at: 0)
    machine.setRate(2, at: .milliseconds(50))
    #expect(machine.nextChange(three) == .milliseconds(75))
    #expect(index(&machine, at: 75) == 1)
    #expect(machine.nextChange(three) == .milliseconds(175))
    machine.setRate(0.1, at: .milliseconds(75))
    #expect(machine.nextChange(three) == .milliseconds(2075))
    for (rate, held) in [(-1, 0.01), (0, 0.01), (1e9, 100), (.infinity, 100), (.nan, 100)] as [(Double, Double)] {
      machine.setRate(rate)
      #expect(machine.rate == held)
    }
  }

  @Test("Seeking goes to a frame or a time, plays on if it played, and stays paused if not")
  func seek() {
    var machine = playing()
    _ = index(&machine, at: 0)
    machine.seek(to: .time(.milliseconds(150)))
    #expect(index(&machine, at: 10) == 1)
    #expect(machine.nextChange(three) == .milliseconds(160))
    machine.pause()
    machine.seek(to: .frame(2))
    #expect(index(&machine, at: 5000) == 2 && !machine.isPlaying)
  }

  @Test("A place that is not known yet is waited for")
  func seekAhead() {
    var machine = playing()
    machine.seek(to: .time(.milliseconds(320)))
    let beginning = Self.timeline([100, 200], isComplete: false)
    _ = index(&machine, at: 0, beginning)
    #expect(machine.position == .time(.milliseconds(320)))
    #expect(index(&machine, at: 500) == 2)
    #expect(machine.nextChange(three) == .milliseconds(530))
  }

  @Test("Seeking after the end leaves one play to go")
  func seekAfterEnd() {
    var machine = playing(3)
    _ = index(&machine, at: 0)
    _ = index(&machine, at: 5000)
    machine.seek(to: .frame(1))
    #expect(index(&machine, at: 6000) == 1 && machine.motion == .paused(elapsed: .zero))
    machine.play()
    _ = index(&machine, at: 7000)
    #expect(index(&machine, at: 7250) == 2 && machine.motion == .ended)
  }

  @Test("Reset goes to the first frame of the first play")
  func reset() {
    var machine = playing(2)
    _ = index(&machine, at: 0)
    _ = index(&machine, at: 400)
    machine.reset()
    #expect(index(&machine, at: 500) == 0 && machine.finishedPlayCount == 0 && machine.isPlaying)
  }

  @Test("An end that is found late turns back to the first frame")
  func lateEnd() {
    var machine = playing(2)
    let open = Self.timeline([100, 200, 50], isComplete: false)
    _ = index(&machine, at: 0, open)
    #expect(index(&machine, at: 360, open, ready: [0, 1, 2]) == 3)
    #expect(index(&machine, at: 400) == 0 && machine.finishedPlayCount == 1)
    #expect(machine.nextChange(three) == .milliseconds(500))
  }

  @Test("One frame is no animation, and no frame neither")
  func short() {
    for count in 0...1 {
      var machine = playing()
      #expect(index(&machine, at: 0, Self.timeline(Array(repeating: 100, count: count))) == 0)
      #expect(machine.motion == .ended)
    }
  }

  @Test("Time that goes back stands still")
  func backwards() {
    var machine = playing()
    _ = index(&machine, at: 1000)
    _ = index(&machine, at: 1100)
    #expect(index(&machine, at: 3) == 1)
    #expect(index(&machine, at: 1300) == 2)
  }

  @Test("Whole plays are passed over at once, as if each frame had been looked at")
  func skipped() {
    var one = playing(1_000_000)
    var other = one
    one.advance(to: .zero, three, hasAllFrames: true) { _ in true }
    other.advance(to: .zero, three, hasAllFrames: true) { _ in true }
    let late = Duration.seconds(86_400)
    one.advance(to: late, three, hasAllFrames: true) { _ in true }
    other.advance(to: late, three, hasAllFrames: false) { _ in true }
    #expect(one.index == other.index && one.finishedPlayCount == other.finishedPlayCount && one.motion == other.motion)
    one.advance(to: .seconds(Int64.max), three, hasAllFrames: true) { _ in true }
    #expect(one.motion == .ended && one.finishedPlayCount == 1_000_000)
  }

  @Test("A random walk agrees with a reference that counts half milliseconds")
  func walk() {
    var random = SeededGenerator(4)
    for _ in 0..<60 { walk(&random) }
  }

  private func walk(_ random: inout SeededGenerator) {
    let delays = (0..<Int.random(in: 2...6, using: &random)).map { _ in 20 * Int.random(in: 1...9, using: &random) }
    let timeline = Self.timeline(delays)
    let playCount = Int.random(in: 0...4, using: &random)
    var machine = PlaybackMachine(playCount: playCount)
    var reference = ReferencePlayback(delays, playCount: playCount)
    var time = 0
    for _ in 0..<300 {
      time += Int.random(in: 0...200, using: &random)
      let ready = Set(delays.indices.filter { _ in Int.random(in: 0..<4, using: &random) > 0 })
      _ = index(&machine, at: time, timeline, ready: ready)
      reference.advance(to: time, ready)
      #expect(machine.index == reference.index && (machine.motion == .ended) == reference.hasEnded)
      #expect(machine.finishedPlayCount == reference.finishedPlayCount)
      switch Int.random(in: 0..<12, using: &random) {
      case 0:
        machine.pause()
        reference.isPaused = true
      case 1...3:
        machine.play()
        reference.play()
      case 4:
        let place = Int.random(in: delays.indices, using: &random)
        machine.seek(to: .frame(place))
        reference.seek(place)
      case 5:
        let halves = [1, 2, 4].randomElement(using: &random) ?? 2
        machine.setRate(Double(halves) / 2)
        reference.halvesPerMillisecond = halves
      default: break
      }
    }
  }
}
