/// How much two pictures differ, for people and for machines.
struct DifferenceDescription {
  private let names: [String]
  let difference: PictureDifference
  /// Where the picture of the differences is.
  var path: String?
  /// How often the differences are taken in that picture.
  var factor = 1.0

  init(_ names: [String], _ difference: PictureDifference) {
    self.names = names
    self.difference = difference
  }

  var text: String {
    guard !difference.isEqual else { return "equal, \(difference.width)×\(difference.height) pixels\n" }
    let numbers =
      "greatest difference \(rounded(difference.maximum)) of 255, mean \(rounded(difference.mean)), "
      + "PSNR \(rounded(difference.peakSignalToNoise)) dB\n"
    guard let path, factor != 1 else { return numbers }
    return numbers
      + "\(path == "-" ? "the picture" : TerminalText.sanitized(path)) shows \(rounded(factor)) times as much\n"
  }

  var json: JSONText {
    .object([
      ("input", .null), ("inputs", .array(names.map(JSONText.string))), ("ok", true),
      ("equal", .boolean(difference.isEqual)), ("maximum", .number(difference.maximum)),
      ("mean", .number(difference.mean)), ("psnr", .number(difference.peakSignalToNoise)),
      ("width", .integer(difference.width)), ("height", .integer(difference.height)), ("output", JSONText(path)),
      ("amplified", path == nil ? .null : .number(factor)),
    ])
  }

  /// To four places, a whole number without any.
  private func rounded(_ number: Double) -> String {
    let number = (number * 10_000).rounded() / 10_000
    return Int(exactly: number).map(String.init) ?? "\(number)"
  }
}
