import LazuliABI

/// A frame as far as it came.
public struct DecodedFrame {
  public let frame: lzl_frame
  /// For each row what it held when the frame ended, `nil` for one that no ROWS named.
  public internal(set) var rows: [[UInt8]?]
  public internal(set) var isDone = false
  /// The row that was told last.
  public internal(set) var lastRow: Int?

  public var width: Int { Int(frame.rectangle.width) }
  public var height: Int { Int(frame.rectangle.height) }
  public var toldRowCount: Int { rows.count { $0 != nil } }
  /// Of all rows; those not told are left out.
  public var pixels: [UInt8] { rows.flatMap { $0 ?? [] } }

  func difference(from other: DecodedFrame) -> String? {
    if description != other.description { return "\(description) instead of \(other.description)" }
    for (y, (row, expected)) in zip(rows, other.rows).enumerated() where row != expected { return "row \(y) differs" }
    return isDone == other.isDone ? nil : "one is done and one is not"
  }

  private var description: String {
    let place = frame.rectangle
    return "\(place.width) × \(place.height) at \(place.x), \(place.y), \(frame.delay_numerator)/"
      + "\(frame.delay_denominator) s, disposal \(frame.disposal), blend \(frame.blend), flags \(frame.flags)"
  }
}
