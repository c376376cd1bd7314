/// A colour profile, put together from the APP2 segments that it is spread over (ICC.1, annex B.4).
struct ICCAssembly {
  private static let signature: StaticString = "ICC_PROFILE\0"

  /// Parts by their number, from 1; empty where none came.
  private var parts: [[UInt8]] = []
  private var isBroken = false
  private var missingPartCount = 0

  /// Whether this segment is a part of a profile.
  static func isPart(_ segment: UnsafeRawBufferPointer) -> Bool {
    segment.count > signature.utf8CodeUnitCount + 2 && segment.hasPrefix(signature)
  }

  /// Whether parts came which do not make a profile.
  var isInvalid: Bool { isBroken || missingPartCount > 0 }

  /// The whole profile; `nil` when there is none, or parts are missing or contradict each other.
  var profile: [UInt8]? {
    guard !parts.isEmpty, !isInvalid else { return nil }
    return Array(parts.joined())
  }

  mutating func add(_ segment: UnsafeRawBufferPointer) {
    let head = Self.signature.utf8CodeUnitCount
    let number = Int(segment[head])
    let count = Int(segment[head + 1])
    if parts.isEmpty, count > 0 {
      parts = [[UInt8]](repeating: [], count: count)
      missingPartCount = count
    }
    guard count == parts.count, number > 0, number <= count, parts[number - 1].isEmpty else {
      isBroken = true
      return
    }
    parts[number - 1] = [UInt8](segment[(head + 2)...])
    missingPartCount -= 1
  }

  /// Gives up what was kept.
  mutating func drop() {
    self = ICCAssembly()
    isBroken = true
  }
}

extension UnsafeRawBufferPointer {
  func hasPrefix(_ text: StaticString) -> Bool {
    count >= text.utf8CodeUnitCount
      && prefix(text.utf8CodeUnitCount).elementsEqual(
        UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }
}
