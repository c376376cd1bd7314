import CLazuliGIF
import LazuliABI
import LazuliPluginKit

/// LZW as GIF has it (GIF89a, appendix F), for what giflib is unable to do: code sizes of 9 to 11, and
/// the pixels which stand in front of the place where data end too early or are damaged.
struct LZWDecoder {
  /// Clear and end need codes too, of 12 bits at the most.
  static let codeSizes = 1...11
  static let byteCount = 4096 * 4 + 1

  private let prefixes: UnsafeMutablePointer<UInt16>
  private let suffixes: UnsafeMutablePointer<UInt8>
  /// The pixels of a code, the last one first.
  private let stack: UnsafeMutablePointer<UInt8>
  private var stackCount = 0

  private var input = SubBlocks(UnsafeRawBufferPointer(start: nil, count: 0))
  private var bits: UInt32 = 0
  private var bitCount: UInt32 = 0

  private var clear: UInt32 = 0
  private var codeBits: UInt32 = 0
  /// The code that is defined next.
  private var free: UInt32 = 0
  private var last: UInt32?
  private var first: UInt8 = 0
  private var isEnded = false

  init() throws(PluginError) {
    guard let memory = malloc(Self.byteCount) else { throw PluginError(LZL_ERROR_OUT_OF_MEMORY, "No memory for LZW") }
    prefixes = memory.bindMemory(to: UInt16.self, capacity: 4096)
    suffixes = (memory + 8192).bindMemory(to: UInt8.self, capacity: 4096)
    stack = (memory + 12_288).bindMemory(to: UInt8.self, capacity: 4097)
  }

  func destroy() { CLazuliGIF.free(prefixes) }

  /// Begins with the sub-blocks of a frame.
  mutating func begin(codeSize: UInt8, _ data: UnsafeRawBufferPointer) {
    input = SubBlocks(data)
    bits = 0
    bitCount = 0
    stackCount = 0
    isEnded = false
    clear = 1 << UInt32(codeSize)
    reset()
  }

  /// Decodes `count` indices, or fewer when the data end or cannot be right.
  mutating func decode(into row: UnsafeMutablePointer<UInt8>, count: Int) -> Int {
    var done = 0
    while done < count {
      if stackCount > 0 {
        stackCount -= 1
        row[done] = stack[stackCount]
        done += 1
      } else if isEnded || !takeCode() {
        isEnded = true
        break
      }
    }
    return done
  }

  private mutating func reset() {
    free = clear + 2
    codeBits = UInt32(clear.trailingZeroBitCount) + 1
    last = nil
  }

  private mutating func nextCode() -> UInt32? {
    while bitCount < codeBits {
      guard let byte = input.next() else { return nil }
      bits |= UInt32(byte) << bitCount
      bitCount += 8
    }
    let code = bits & (1 << codeBits - 1)
    bits >>= codeBits
    bitCount -= codeBits
    return code
  }

  private mutating func takeCode() -> Bool {
    guard let code = nextCode(), code != clear + 1 else { return false }
    if code == clear {
      reset()
      return true
    }
    guard let last else { return takeFirst(code) }
    guard code <= free, code < 4096 else { return false }
    expand(code, after: last)
    define(after: last)
    widen()
    self.last = code
    return true
  }

  /// The first code behind a clear stands for itself.
  private mutating func takeFirst(_ code: UInt32) -> Bool {
    guard code < clear else { return false }
    first = UInt8(truncatingIfNeeded: code)
    push(first)
    last = code
    widen()
    return true
  }

  /// Puts the pixels of `code` onto the stack. One that is not defined yet is the last one and its own first pixel.
  private mutating func expand(_ code: UInt32, after last: UInt32) {
    var code = code
    if code == free {
      push(first)
      code = last
    }
    while code >= clear {
      push(suffixes[Int(code)])
      code = UInt32(prefixes[Int(code)])
    }
    first = UInt8(truncatingIfNeeded: code)
    push(first)
  }

  private mutating func define(after last: UInt32) {
    guard free < 4096 else { return }
    prefixes[Int(free)] = UInt16(truncatingIfNeeded: last)
    suffixes[Int(free)] = first
    free += 1
  }

  private mutating func widen() {
    if free >= 1 << codeBits, codeBits < 12 { codeBits += 1 }
  }

  private mutating func push(_ index: UInt8) {
    stack[stackCount] = index
    stackCount += 1
  }
}
