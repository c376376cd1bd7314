/// Base64 with padding (RFC 4648, section 4).
enum Base64 {
  private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  static func encoded(_ bytes: [UInt8]) -> [UInt8] {
    let count = (bytes.count + 2) / 3 * 4
    return [UInt8](unsafeUninitializedCapacity: count) { target, initialized in
      for (group, start) in stride(from: 0, to: bytes.count, by: 3).enumerated() {
        func byte(_ index: Int) -> Int { start + index < bytes.count ? Int(bytes[start + index]) : 0 }
        let number = byte(0) << 16 | byte(1) << 8 | byte(2)
        for place in 0..<4 { target[group * 4 + place] = alphabet[number >> (18 - 6 * place) & 63] }
      }
      for place in 0..<(3 - bytes.count % 3) % 3 { target[count - 1 - place] = UInt8(ascii: "=") }
      initialized = count
    }
  }
}
