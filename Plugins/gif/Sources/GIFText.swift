/// A comment under its keyword, in UTF-8. GIF says 7-bit ASCII; what is no UTF-8 is read as Latin-1.
func commentText(_ bytes: [UInt8]) -> [UInt8] {
  guard !bytes.isEmpty else { return [] }
  var text: [UInt8] = [0x43, 0x6F, 0x6D, 0x6D, 0x65, 0x6E, 0x74, 0]
  if isUTF8(bytes) { return text + bytes }
  for byte in bytes {
    if byte < 0x80 {
      text.append(byte)
    } else {
      text.append(0xC0 | byte >> 6)
      text.append(0x80 | byte & 0x3F)
    }
  }
  return text
}

/// The XMP packet among the sub-blocks and lengths of its extension.
///
/// XMP is written without sub-blocks; 256 bytes that count down behind it lead every reader to the
/// terminator (XMP Specification, part 3, 1.1.2). Some writers use ordinary sub-blocks instead.
func packet(_ blocks: [UInt8]) -> [UInt8] {
  // Of the trailer's 258 bytes the last is the terminator, which is not among `blocks`.
  let end = blocks.count - 257
  if end >= 0, blocks[end] == 1, hasCountdown(blocks, at: end + 1) { return Array(blocks[..<end]) }
  var packet: [UInt8] = []
  var position = 0
  while position < blocks.count {
    let next = position + 1 + Int(blocks[position])
    packet.append(contentsOf: blocks[(position + 1)..<(next < blocks.count ? next : blocks.count)])
    position = next
  }
  return packet
}

private func hasCountdown(_ bytes: [UInt8], at start: Int) -> Bool {
  for index in 0..<256 where bytes[start + index] != UInt8(255 - index) { return false }
  return true
}

private func isUTF8(_ bytes: [UInt8]) -> Bool {
  var position = 0
  while position < bytes.count {
    guard let length = scalarByteCount(bytes, at: position) else { return false }
    position += length
  }
  return true
}

/// Bytes of the scalar at `position`; `nil` when there is none (Unicode, table 3-7).
private func scalarByteCount(_ bytes: [UInt8], at position: Int) -> Int? {
  let first = bytes[position]
  if first < 0x80 { return 1 }
  guard first >= 0xC2, first <= 0xF4 else { return nil }
  let length = first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
  guard position + length <= bytes.count else { return nil }
  for index in 1..<length where bytes[position + index] & 0xC0 != 0x80 { return nil }
  let second = bytes[position + 1]
  switch first {
  case 0xE0: return second >= 0xA0 ? length : nil
  case 0xED: return second < 0xA0 ? length : nil
  case 0xF0: return second >= 0x90 ? length : nil
  case 0xF4: return second < 0x90 ? length : nil
  default: return length
  }
}
