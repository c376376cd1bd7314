/// SHA-256 (FIPS 180-4), to compare pixels with what others computed.
public struct SHA256 {
  private var state: [UInt32] = [
    0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19,
  ]
  private var rest: [UInt8] = []
  private var byteCount = 0

  public init() {}

  /// The digest of bytes as lower-case hexadecimal digits.
  public static func digest(_ bytes: some Sequence<UInt8>) -> String {
    var hash = SHA256()
    hash.update(Array(bytes))
    return hash.finish()
  }

  /// Takes more bytes.
  public mutating func update(_ bytes: [UInt8]) {
    bytes.withUnsafeBytes { update($0) }
  }

  /// Takes more bytes.
  public mutating func update(_ bytes: UnsafeRawBufferPointer) {
    byteCount += bytes.count
    var start = 0
    if !rest.isEmpty {
      start = min(64 - rest.count, bytes.count)
      rest += bytes[..<start]
      guard rest.count == 64 else { return }
      rest.withUnsafeBytes { Self.compress($0, &state) }
      rest = []
    }
    let whole = (bytes.count - start) / 64 * 64
    Self.compress(UnsafeRawBufferPointer(rebasing: bytes[start..<start + whole]), &state)
    rest += bytes[(start + whole)...]
  }

  /// Ends the message.
  public consuming func finish() -> String {
    let bitCount = UInt64(byteCount) * 8
    let zeros = (119 - byteCount % 64) % 64
    update([0x80] + [UInt8](repeating: 0, count: zeros))
    update((0..<8).map { UInt8(truncatingIfNeeded: bitCount >> (56 - 8 * UInt64($0))) })
    return state.map { word in
      let digits = String(word, radix: 16)
      return String(repeating: "0", count: 8 - digits.count) + digits
    }.joined()
  }

  // Plain loops over pointers: unoptimised builds hash megabytes with it.
  private static func compress(_ blocks: UnsafeRawBufferPointer, _ state: inout [UInt32]) {
    guard let bytes = blocks.baseAddress else { return }
    withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 64) { schedule in
      guard let words = schedule.baseAddress else { return }
      constants.withUnsafeBufferPointer { constants in
        state.withUnsafeMutableBufferPointer { state in
          guard let constants = constants.baseAddress, let state = state.baseAddress else { return }
          var offset = 0
          while offset < blocks.count {
            fill(words, from: bytes + offset)
            rounds(words, constants, state)
            offset += 64
          }
        }
      }
    }
  }

  private static func fill(_ words: UnsafeMutablePointer<UInt32>, from block: UnsafeRawPointer) {
    var index = 0
    while index < 16 {
      words[index] = block.loadUnaligned(fromByteOffset: index * 4, as: UInt32.self).bigEndian
      index += 1
    }
    while index < 64 {
      let a = words[index - 15]
      let b = words[index - 2]
      let first = (a &>> 7 | a &<< 25) ^ (a &>> 18 | a &<< 14) ^ a &>> 3
      let second = (b &>> 17 | b &<< 15) ^ (b &>> 19 | b &<< 13) ^ b &>> 10
      words[index] = words[index - 16] &+ first &+ words[index - 7] &+ second
      index += 1
    }
  }

  private static func rounds(
    _ words: UnsafePointer<UInt32>, _ constants: UnsafePointer<UInt32>, _ state: UnsafeMutablePointer<UInt32>
  ) {
    var (a, b, c, d) = (state[0], state[1], state[2], state[3])
    var (e, f, g, h) = (state[4], state[5], state[6], state[7])
    var index = 0
    while index < 64 {
      let mixedE = (e &>> 6 | e &<< 26) ^ (e &>> 11 | e &<< 21) ^ (e &>> 25 | e &<< 7)
      let first = h &+ mixedE &+ (e & f ^ ~e & g) &+ constants[index] &+ words[index]
      let mixedA = (a &>> 2 | a &<< 30) ^ (a &>> 13 | a &<< 19) ^ (a &>> 22 | a &<< 10)
      let second = mixedA &+ (a & b ^ a & c ^ b & c)
      h = g
      g = f
      f = e
      e = d &+ first
      d = c
      c = b
      b = a
      a = first &+ second
      index += 1
    }
    state[0] &+= a
    state[1] &+= b
    state[2] &+= c
    state[3] &+= d
    state[4] &+= e
    state[5] &+= f
    state[6] &+= g
    state[7] &+= h
  }

  private static let constants: [UInt32] = [
    0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5, 0x3956_c25b, 0x59f1_11f1, 0x923f_82a4, 0xab1c_5ed5,
    0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3, 0x72be_5d74, 0x80de_b1fe, 0x9bdc_06a7, 0xc19b_f174,
    0xe49b_69c1, 0xefbe_4786, 0x0fc1_9dc6, 0x240c_a1cc, 0x2de9_2c6f, 0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da,
    0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7, 0xc6e0_0bf3, 0xd5a7_9147, 0x06ca_6351, 0x1429_2967,
    0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc, 0x5338_0d13, 0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85,
    0xa2bf_e8a1, 0xa81a_664b, 0xc24b_8b70, 0xc76c_51a3, 0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070,
    0x19a4_c116, 0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5, 0x391c_0cb3, 0x4ed8_aa4a, 0x5b9c_ca4f, 0x682e_6ff3,
    0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208, 0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7, 0xc671_78f2,
  ]
}
