import Lazuli

/// What is known of a picture, for people and for machines.
struct ImageDescription {
  private let information: ImageInformation
  private let frameCount: Int?
  private let name: String

  init(_ information: ImageInformation, frameCount: Int?, name: String) {
    self.information = information
    self.frameCount = frameCount
    self.name = name
  }

  private var header: ImageHeader { information.header }

  /// Upright: what a viewer shows.
  private var size: (width: Int, height: Int) {
    header.orientation?.swapsSides == true ? (header.height, header.width) : (header.width, header.height)
  }

  /// Lines, the name first.
  var text: String {
    var lines = [
      TerminalText.sanitized(name),
      "  \(information.format), \(size.width) × \(size.height) pixels, \(header.bitsPerSample) bits a sample, "
        + "\(header.nativeFormat.rawValue)",
    ]
    if let animation { lines.append("  \(animation)") }
    if let orientation = header.orientation, orientation != .up {
      lines.append("  stored \(header.width) × \(header.height), orientation \(orientation.rawValue)")
    }
    lines.append("  colours: \(ColorDescription(header).text)")
    if header.hasPasses { lines.append("  stored in passes") }
    if let density = header.pixelsPerMetre { lines.append("  \(density.x) × \(density.y) pixels in a metre") }
    lines += texts
    lines += information.warnings.lines.map { "  warning: \($0)" }
    lines.append("  decoded by \(information.plugin)")
    return lines.joined(separator: "\n") + "\n"
  }

  var json: JSONText {
    .object([
      ("input", .string(name)), ("ok", true), ("format", .string(information.format)),
      ("width", .integer(size.width)), ("height", .integer(size.height)),
      ("stored_width", .integer(header.width)), ("stored_height", .integer(header.height)),
      ("orientation", JSONText(header.orientation?.rawValue)),
      ("pixel_format", .string(header.nativeFormat.rawValue)),
      ("bits_per_sample", .integer(header.bitsPerSample)), ("has_alpha", .boolean(header.hasAlpha)),
      ("animated", .boolean(header.isAnimated)), ("frames", JSONText(frameCount)),
      ("plays", .integer(header.playCount)), ("passes", .boolean(header.hasPasses)),
      ("color", ColorDescription(header).json),
      ("warnings", .array(information.warnings.lines.map(JSONText.string))), ("plugin", .string(information.plugin)),
      ("url", JSONText(information.response?.url.description)),
      ("status", JSONText(information.response?.head.status)),
    ])
  }

  private var animation: String? {
    guard header.isAnimated else { return nil }
    let frames = frameCount.map { "\($0) frames" } ?? "number of frames not in the header (--frames counts)"
    let plays = header.playCount == 0 ? "for ever" : header.playCount == 1 ? "once" : "\(header.playCount) times"
    return "animated, \(frames), plays \(plays)"
  }

  private var texts: [String] {
    information.metadata.compactMap { item in
      switch item {
      case .text(let keyword, let text): "  \(TerminalText.sanitized(keyword)): \(TerminalText.sanitized(text))"
      case .exif(let bytes): "  EXIF, \(bytes.count) bytes"
      case .xmp(let bytes): "  XMP, \(bytes.count) bytes"
      default: nil
      }
    }
  }
}
