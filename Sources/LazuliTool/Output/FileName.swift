import Lazuli

/// A name for what came from a URL: safe on any file system and for a terminal, never hidden, never a
/// path, at most 200 bytes.
enum FileName {
  /// The last segment of the path, percent-decoded, without its extension; "image" when nothing is left.
  static func stem(fromPath path: String) -> String {
    let segment = path.split(separator: "/").last.map(String.init) ?? ""
    let decoded = String(decoding: ResourceURL.percentDecoded(segment), as: UTF8.self)
    let stem = withoutExtension(decoded)
    let safe = truncated(safeCharacters(stem), toByteCount: 180)
    return safe.isEmpty ? "image" : safe
  }

  /// `stem.suffix`, or `stem-2.suffix`, … : the first that `isTaken` does not know.
  static func unique(stem: String, suffix: String, isTaken: (String) -> Bool) -> String {
    let first = "\(stem).\(suffix)"
    guard isTaken(first) else { return first }
    var number = 2
    while isTaken("\(stem)-\(number).\(suffix)") { number += 1 }
    return "\(stem)-\(number).\(suffix)"
  }

  private static func withoutExtension(_ name: String) -> String {
    guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return name }
    let suffix = name[name.index(after: dot)...]
    let isExtension = (1...5).contains(suffix.utf8.count) && suffix.allSatisfy { $0.isLetter || $0.isNumber }
    return isExtension ? String(name[..<dot]) : name
  }

  private static func safeCharacters(_ text: String) -> String {
    var result = ""
    for character in text {
      let isSafe = character.isLetter || character.isNumber || "-_.+ ()".contains(character)
      result.append(isSafe ? character : "_")
    }
    return String(result.drop { $0 == "." || $0 == "-" || $0 == " " })
  }

  private static func truncated(_ text: String, toByteCount limit: Int) -> String {
    var result = text
    while result.utf8.count > limit { result.removeLast() }
    return result
  }
}
