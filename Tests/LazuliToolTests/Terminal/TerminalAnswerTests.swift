import Lazuli
import Testing

@testable import LazuliTool

@Suite("What a terminal answers")
struct TerminalAnswerTests {
  private func answers(_ text: String) -> TerminalAnswers {
    var reader = TerminalAnswerReader()
    reader.read(text.utf8)
    return reader.answers
  }

  @Test("kitty: graphics, the size of a cell, the background; no sixel")
  func kitty() {
    let answers = answers(
      "\u{1B}_Gi=31;OK\u{1B}\\\u{1B}]11;rgb:0000/8080/ffff\u{1B}\\\u{1B}[6;20;9t\u{1B}[4;400;639t\u{1B}[?62;c")
    #expect(answers.hasKittyGraphics && !answers.hasSixel && answers.isComplete)
    #expect(answers.cell == ImageSize(width: 9, height: 20))
    #expect(answers.textArea == ImageSize(width: 639, height: 400))
    #expect(answers.background == RGBColor(red: 0, green: 128, blue: 255))
  }

  @Test("A VT340: sixel with its colours and its greatest picture")
  func sixel() {
    let answers = answers("\u{1B}]11;rgb:ff/ff/ff\u{07}\u{1B}[?1;0;16S\u{1B}[?2;0;800;480S\u{1B}[?63;1;2;4;6;9;15;22c")
    #expect(answers.hasSixel && !answers.hasKittyGraphics && answers.isComplete)
    #expect(answers.colorRegisterCount == 16)
    #expect(answers.maximumSixelSize == ImageSize(width: 800, height: 480))
    #expect(answers.background == .white)
  }

  @Test(
    "The class of a terminal is no ability, and a refusal none either",
    arguments: ["\u{1B}[?4;6c", "\u{1B}[?1;2c", "\u{1B}_Gi=31;ENOTSUPPORTED:no\u{1B}\\\u{1B}[?62;22c"])
  func neither(text: String) {
    #expect(answers(text) == TerminalAnswers(isComplete: true))
  }

  @Test("Keys and other sequences between the answers do not matter")
  func keys() {
    let answers = answers("ab\u{1B}[A\u{1B}OP\u{1B}[?1;3S\u{1B}[6;0;0t\u{1B}]0;title\u{07}\u{1B}[?62;4;6c\u{1B}[B")
    #expect(answers == TerminalAnswers(hasSixel: true, isComplete: true))
  }

  @Test("However the answers are cut, they are the same")
  func pieces() {
    let text = "\u{1B}_Gi=31;OK\u{1B}\\\u{1B}]11;rgb:1/2/3\u{07}\u{1B}[6;16;8t\u{1B}[?62;4c"
    for cut in 0...text.utf8.count {
      var reader = TerminalAnswerReader()
      reader.read(text.utf8.prefix(cut))
      reader.read(text.utf8.dropFirst(cut))
      #expect(reader.answers == answers(text))
    }
  }

  @Test("Garbage is no answer", arguments: 0..<32 as Range<UInt64>)
  func garbage(seed: UInt64) {
    var state = seed &+ 1
    let bytes = (0..<20_000).map { _ -> UInt8 in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return UInt8(truncatingIfNeeded: state >> 33) & (seed & 1 == 0 ? 0x3F : 0xFF)
    }
    var reader = TerminalAnswerReader()
    reader.read(bytes)
    reader.read("\u{18}\u{1B}\\\u{1B}[?62;4c".utf8)
    #expect(reader.answers.isComplete && reader.answers.hasSixel)
  }
}
