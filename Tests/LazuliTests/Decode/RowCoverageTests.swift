import LazuliTestSupport
import Testing

@testable import Lazuli

@Suite("Row coverage")
struct RowCoverageTests {
  @Test("Rows never reported are found, in order and joined")
  func missingRows() {
    var coverage = RowCoverage()
    #expect(coverage.missing(in: 0..<10) == [0..<10])
    coverage.add(2..<4)
    coverage.add(4..<5)
    coverage.add(8..<8)
    #expect(coverage.missing(in: 0..<10) == [0..<2, 5..<10])
    coverage.add(3..<12)
    #expect(coverage.missing(in: 0..<10) == [0..<2])
    coverage.add(0..<2)
    #expect(coverage.missing(in: 0..<10) == [])
    #expect(coverage.isComplete(in: 0..<10))
    #expect(coverage.missing(in: 5..<5) == [])
  }

  @Test("Random reports agree with a row by row record")
  func randomReports() {
    var generator = SeededGenerator(11)
    for _ in 0..<50 {
      var coverage = RowCoverage()
      var reported = Array(repeating: false, count: 60)
      for _ in 0..<Int.random(in: 0...20, using: &generator) {
        let start = Int.random(in: 0..<60, using: &generator)
        let end = Int.random(in: start...60, using: &generator)
        coverage.add(start..<min(end, start + 9))
        for row in start..<min(end, start + 9) { reported[row] = true }
      }
      let missing = coverage.missing(in: 0..<60)
      #expect(Set(missing.joined()) == Set(reported.indices.filter { !reported[$0] }))
      #expect(zip(missing, missing.dropFirst()).allSatisfy { $0.upperBound < $1.lowerBound })
    }
  }
}
