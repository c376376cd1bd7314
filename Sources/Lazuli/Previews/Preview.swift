import LazuliCore

/// What there is of an image so far, on its way to those who want to see it.
struct Preview: Sendable {
  var image: DecodedImage
  let ticket: PreviewTicket

  /// Works on the image; the time counts as that of previews.
  func mapped(
    _ body: (DecodedImage) throws(ImageError) -> DecodedImage
  ) throws(ImageError) -> Preview {
    var preview = self
    preview.image = try ticket.meter.measure { () throws(ImageError) in try body(image) }
    return preview
  }
}

/// Held by whoever works on a preview: while it lives the next one is not begun.
final class PreviewTicket: Sendable {
  let meter: PreviewMeter

  init(_ meter: PreviewMeter) {
    self.meter = meter
  }
}
