import Testing

@testable import Lazuli

@Suite("The timeline of an animation")
struct AnimationTimelineTests {
  private var timeline: AnimationTimeline {
    var timeline = AnimationTimeline()
    for milliseconds in [100, 200, 50] { timeline.append(.milliseconds(milliseconds)) }
    return timeline
  }

  @Test("A frame is found by its number, and by any time within it")
  func found() {
    #expect(timeline.find(.frame(2))?.index == 2)
    for (time, index, elapsed) in [(0, 0, 0), (99, 0, 99), (100, 1, 0), (299, 1, 199), (300, 2, 0), (349, 2, 49)] {
      let place = timeline.find(.time(.milliseconds(time)))
      #expect(place?.index == index && place?.elapsed == .milliseconds(elapsed))
    }
  }

  @Test("What lies behind the known frames is unknown, and the last frame once there are no more")
  func behind() {
    var timeline = timeline
    #expect(timeline.find(.frame(3)) == nil)
    #expect(timeline.find(.time(.milliseconds(350))) == nil)
    timeline.end(at: 3)
    #expect(timeline.find(.frame(3))?.index == 2)
    #expect(timeline.find(.time(.seconds(9)))?.index == 2)
  }

  @Test("What lies before the beginning is the first frame")
  func before() {
    #expect(timeline.find(.frame(-1))?.index == 0)
    let place = timeline.find(.time(.seconds(-1)))
    #expect(place?.index == 0 && place?.elapsed == .zero)
  }

  @Test("An animation that ends earlier than it did is shorter; one without frames has no places")
  func shorter() {
    var timeline = timeline
    timeline.end(at: 1)
    #expect(timeline.count == 1 && timeline.duration == .milliseconds(100))
    timeline.end(at: 0)
    #expect(timeline.find(.frame(0)) == nil && timeline.find(.time(.zero)) == nil)
  }
}
