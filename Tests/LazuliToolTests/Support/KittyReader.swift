/// Reads what a terminal makes of the strings of kitty's graphics protocol in some output.
enum KittyReader {
  struct Placement {
    var keys: [String: String]
    var picture: ShownPicture
  }

  /// The pictures that were sent, without questions.
  static func placements(in output: [UInt8]) -> [Placement] {
    var placements: [Placement] = []
    var pending: (keys: [String: String], data: [UInt8])?
    for (keys, data) in strings(in: output) where keys["a"] != "q" {
      pending = (pending?.keys ?? keys, (pending?.data ?? []) + data)
      guard keys["m"] != "1", let whole = pending else { continue }
      placements += placement(whole.keys, decoded(whole.data)).map { [$0] } ?? []
      pending = nil
    }
    return placements
  }

  private static func placement(_ keys: [String: String], _ bytes: [UInt8]) -> Placement? {
    guard keys["f"] == "32", let width = keys["s"].flatMap({ Int($0) }), let height = keys["v"].flatMap({ Int($0) }),
      bytes.count == width * height * 4
    else { return nil }
    var picture = ShownPicture(width: width, height: height)
    for index in picture.words.indices {
      picture.words[index] = (0..<4).reduce(0) { $0 | UInt32(bytes[index * 4 + $1]) << UInt32(8 * $1) }
    }
    return Placement(keys: keys, picture: picture)
  }

  private static func strings(in output: [UInt8]) -> [(keys: [String: String], data: ArraySlice<UInt8>)] {
    var strings: [([String: String], ArraySlice<UInt8>)] = []
    for part in output.split(separator: 0x1B) where part.starts(with: Array("_G".utf8)) {
      let halves = part.dropFirst(2).split(separator: UInt8(ascii: ";"), maxSplits: 1)
      let pairs = String(decoding: halves[0], as: UTF8.self).split(separator: ",").map { $0.split(separator: "=") }
      let keys = pairs.map { (String($0[0]), String($0[1])) }
      strings.append((Dictionary(keys) { $1 }, halves.count > 1 ? halves[1] : []))
    }
    return strings
  }

  private static func decoded(_ base64: [UInt8]) -> [UInt8] {
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    var values = [Int](repeating: -1, count: 256)
    for (value, symbol) in alphabet.enumerated() { values[Int(symbol)] = value }
    var (bits, count, bytes) = (0, 0, [UInt8]())
    for symbol in base64 where values[Int(symbol)] >= 0 {
      bits = bits << 6 | values[Int(symbol)]
      count += 6
      if count >= 8 {
        count -= 8
        bytes.append(UInt8(bits >> count & 255))
      }
    }
    return bytes
  }
}
