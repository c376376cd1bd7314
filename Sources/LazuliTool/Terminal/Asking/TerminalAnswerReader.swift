import Lazuli

/// Finds a terminal's answers in what comes from it, among keys that somebody presses and anything else.
///
/// Bytes in, `answers` out; a sequence may come in pieces. Syntax of control sequences and strings by ECMA-48.
struct TerminalAnswerReader {
  private(set) var answers = TerminalAnswers()
  private var state = State.ground
  private var body: [UInt8] = []
  /// Longer ones are no answer to anything that is asked.
  private static let maximumByteCount = 1024

  private enum State {
    case ground
    case escape
    case controlSequence
    case string
    case stringEscape
  }

  mutating func read(_ bytes: some Sequence<UInt8>) {
    for byte in bytes { read(byte) }
  }

  private mutating func read(_ byte: UInt8) {
    switch (state, byte) {
    case (.stringEscape, UInt8(ascii: "\\")), (.string, 0x07): endString()
    case (.string, 0x1B): state = .stringEscape
    case (.ground, 0x1B), (.escape, 0x1B), (.controlSequence, 0x1B): state = .escape
    case (.escape, _), (.stringEscape, _): begin(byte)
    case (.controlSequence, 0x40...0x7E): endControlSequence(byte)
    case (.controlSequence, 0x20...0x3F), (.string, 0x20...0x7E): collect(byte)
    default: state = .ground
    }
  }

  /// What stands behind an escape: "[" begins a control sequence; "_", "]", "P", "X" and "^" begin strings.
  private mutating func begin(_ byte: UInt8) {
    body = []
    switch byte {
    case UInt8(ascii: "["): state = .controlSequence
    case UInt8(ascii: "_"), UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "X"), UInt8(ascii: "^"):
      state = .string
      collect(byte)
    default: state = .ground
    }
  }

  private mutating func collect(_ byte: UInt8) {
    body.append(byte)
    if body.count > Self.maximumByteCount { state = .ground }
  }

  private mutating func endControlSequence(_ final: UInt8) {
    state = .ground
    answers.take(controlSequence: String(decoding: body, as: UTF8.self), final: Character(Unicode.Scalar(final)))
  }

  private mutating func endString() {
    state = .ground
    answers.take(string: String(decoding: body, as: UTF8.self))
  }
}

extension TerminalAnswers {
  fileprivate mutating func take(controlSequence text: String, final: Character) {
    let isPrivate = text.hasPrefix("?")
    let numbers = text.drop { $0 == "?" }.split(separator: ";", omittingEmptySubsequences: false).map { Int($0) ?? -1 }
    switch (final, isPrivate) {
    case ("c", true): takeAttributes(numbers)
    case ("t", false): takeSize(numbers)
    case ("S", true): takeGraphicsAttribute(numbers)
    default: break
    }
  }

  /// Primary device attributes: a class of terminals, then what it can; 4 is sixel.
  private mutating func takeAttributes(_ numbers: [Int]) {
    hasSixel = numbers.dropFirst().contains(4)
    isComplete = true
  }

  /// Answers to `CSI 16 t` and `CSI 14 t`: 6 or 4, height, width.
  private mutating func takeSize(_ numbers: [Int]) {
    guard numbers.count == 3, let size = Self.size(width: numbers[2], height: numbers[1]) else { return }
    switch numbers[0] {
    case 6: cell = size
    case 4: textArea = size
    default: break
    }
  }

  /// XTSMGRAPHICS: what was asked, 0 for success, the value.
  private mutating func takeGraphicsAttribute(_ numbers: [Int]) {
    guard numbers.count >= 3, numbers[1] == 0 else { return }
    switch (numbers[0], numbers.count) {
    case (1, 3) where numbers[2] >= 2: colorRegisterCount = numbers[2]
    case (2, 4): maximumSixelSize = Self.size(width: numbers[2], height: numbers[3])
    default: break
    }
  }

  fileprivate mutating func take(string text: String) {
    if text.hasPrefix("_G"), text.hasSuffix(";OK") { hasKittyGraphics = true }
    if text.hasPrefix("]11;rgb") { background = RGBColor(terminal: text.drop { $0 != ":" }.dropFirst()) ?? background }
  }

  private static func size(width: Int, height: Int) -> ImageSize? {
    guard (1...65_535).contains(width), (1...65_535).contains(height) else { return nil }
    return ImageSize(width: width, height: height)
  }
}

extension RGBColor {
  /// As X has it: three numbers of one to four hexadecimal digits each, between "/"; a fourth is alpha.
  fileprivate init?(terminal text: some StringProtocol) {
    let samples = text.split(separator: "/").map { digits -> UInt8? in
      guard (1...4).contains(digits.utf8.count), let number = Int(digits, radix: 16), number >= 0 else { return nil }
      let maximum = (1 << (4 * digits.utf8.count)) - 1
      return UInt8((number * 255 + maximum / 2) / maximum)
    }
    guard samples.count >= 3, let red = samples[0], let green = samples[1], let blue = samples[2] else { return nil }
    self.init(red: red, green: green, blue: blue)
  }
}
