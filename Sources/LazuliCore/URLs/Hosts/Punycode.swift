/// Unicode labels in ASCII, without the "xn--".
///
/// Time grows with the square of the length, and numbers with the length: callers keep labels below
/// some hundred scalars.
///
/// Source: RFC 3492.
enum Punycode {
  static let prefix = Array("xn--".utf8)

  static func encode(_ label: [Unicode.Scalar]) -> [UInt8] {
    let values = label.map { Int($0.value) }
    var output = values.filter { $0 < 0x80 }.map { UInt8(truncatingIfNeeded: $0) }
    let basicCount = output.count
    if basicCount > 0 { output.append(ASCII.hyphen) }
    var handled = basicCount
    var state = State()
    while let next = values.filter({ $0 >= state.scalar }).min() {
      state.delta += (next - state.scalar) * (handled + 1)
      state.scalar = next
      for value in values where value <= next {
        if value == next {
          handled += 1
          output += digits(of: state.delta, bias: state.bias)
          state.adapt(count: handled, isFirst: handled == basicCount + 1)
          state.delta = 0
        } else {
          state.delta += 1
        }
      }
      state.delta += 1
      state.scalar += 1
    }
    return output
  }

  /// `nil` for what no label encodes to.
  static func decode(_ text: ArraySlice<UInt8>) -> [Unicode.Scalar]? {
    let basicEnd = text.dropFirst().lastIndex(of: ASCII.hyphen)
    var output = text[..<(basicEnd ?? text.startIndex)].map { Unicode.Scalar($0) }
    var rest = basicEnd.map { text[($0 + 1)...] } ?? text
    var state = State()
    var index = 0
    while !rest.isEmpty {
      guard let delta = number(from: &rest, bias: state.bias) else { return nil }
      state.delta = delta
      state.adapt(count: output.count + 1, isFirst: index == 0)
      let sum = index + delta
      state.scalar += sum / (output.count + 1)
      guard let scalar = UInt32(exactly: state.scalar).flatMap(Unicode.Scalar.init) else { return nil }
      index = sum % (output.count + 1)
      output.insert(scalar, at: index)
      index += 1
    }
    return output
  }

  /// What both directions carry from one scalar to the next.
  private struct State {
    var scalar = 0x80
    var delta = 0
    var bias = 72

    mutating func adapt(count: Int, isFirst: Bool) {
      var delta = isFirst ? delta / damp : delta / 2
      delta += delta / count
      var steps = 0
      while delta > (radix - least) * most / 2 {
        delta /= radix - least
        steps += 1
      }
      bias = radix * steps + (radix - least + 1) * delta / (delta + skew)
    }
  }

  private static let radix = 36
  private static let least = 1
  private static let most = 26
  private static let skew = 38
  private static let damp = 700

  /// The digits of a number, the least first, in the base that changes from digit to digit.
  private static func digits(of number: Int, bias: Int) -> [UInt8] {
    var digits: [UInt8] = []
    var rest = number
    var place = radix
    while true {
      let threshold = threshold(at: place, bias: bias)
      if rest < threshold { break }
      digits.append(digit(threshold + (rest - threshold) % (radix - threshold)))
      rest = (rest - threshold) / (radix - threshold)
      place += radix
    }
    digits.append(digit(rest))
    return digits
  }

  /// Reads a number; `nil` where the text ends within one, and for one that is too large.
  private static func number(from text: inout ArraySlice<UInt8>, bias: Int) -> Int? {
    var number = 0
    var weight = 1
    var place = radix
    while let byte = text.popFirst() {
      guard let value = value(of: byte), weight <= 1 << 40 else { return nil }
      number += value * weight
      if number > Int(UInt32.max) { return nil }
      let threshold = threshold(at: place, bias: bias)
      if value < threshold { return number }
      weight *= radix - threshold
      place += radix
    }
    return nil
  }

  private static func threshold(at place: Int, bias: Int) -> Int {
    min(max(place - bias, least), most)
  }

  private static func digit(_ value: Int) -> UInt8 {
    UInt8(truncatingIfNeeded: value < 26 ? 0x61 + value : 0x30 + value - 26)
  }

  private static func value(of byte: UInt8) -> Int? {
    if ASCII.isDigit(byte) { return Int(byte) - 0x30 + 26 }
    return ASCII.isLetter(byte) ? Int(byte | 0x20) - 0x61 : nil
  }
}
