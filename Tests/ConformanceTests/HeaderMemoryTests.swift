import DecoderHarness
import LazuliABI
import Testing

extension ConformanceTests {
  @Test("A header costs no pixel memory", arguments: Subject.remote.filter { $0.format != "dots" })
  func headerMemory(_ subject: Subject) throws {
    for sample in try subject.samples() {
      let bytes = enlarged(sample.bytes, subject.format)
      let peer = try PeerProcess(subject.load())
      defer { peer.end() }
      let before = try peer.memory()
      let decoder = try RemoteDecoder(in: peer, limits: .unlimited)
      var walk = DecodeWalk(bytes, DecodePlan(.random(seed: 16)))
      while walk.decoding.header == nil, try walk.advance(decoder) {}
      let after = try peer.memory()
      let header = walk.decoding.header ?? lzl_header()
      subject.check(header.width == 16_000 && header.height == 16_000, sample, "\(header.width) × \(header.height)")
      let growth = (Int(after.allocated) - Int(before.allocated), Int(after.peak) - Int(before.peak))
      subject.check(growth.0 < 1 << 20, sample, "\(growth.0) bytes are allocated at the header")
      subject.check(growth.1 < 1 << 20, sample, "\(growth.1) bytes were used up to the header")
      try decoder.destroy()
    }
  }

  /// The same file, which claims to be of 16 000 × 16 000 pixels.
  private func enlarged(_ bytes: [UInt8], _ format: String) -> [UInt8] {
    let (high, low) = (UInt8(16_000 >> 8), UInt8(16_000 & 255))
    var bytes = bytes
    switch format {
    case "png":
      bytes.replaceSubrange(16..<24, with: [0, 0, high, low, 0, 0, high, low])
      bytes.replaceSubrange(29..<33, with: checkSum(bytes[12..<29]))
    case "jpeg":
      let frame = bytes.indices.first { $0 > 2 && bytes[$0 - 1] == 0xFF && 0xC0...0xC2 ~= bytes[$0] } ?? 0
      bytes.replaceSubrange((frame + 4)..<(frame + 8), with: [high, low, high, low])
    default:
      bytes.replaceSubrange(6..<10, with: [low, high, low, high])
    }
    return bytes
  }

  /// CRC-32 as PNG has it (ISO 3309), big-endian.
  private func checkSum(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    var sum: UInt32 = 0xFFFF_FFFF
    for byte in bytes {
      sum ^= UInt32(byte)
      for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
    }
    return [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: ~sum >> $0) }
  }
}
