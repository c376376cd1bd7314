import LazuliCore

/// What there is of an image so far, on its way to those who want to see it.
struct Preview: Sendable {
  var image: DecodedImage
  let ticket: PreviewTicket
  /// What went into it, in the job which made it last.
  var duration = Duration.zero

  /// Works on the image; the time counts as that of previews.
  func mapped(
    _ body: (DecodedImage) throws(ImageError) -> DecodedImage
  ) throws(ImageError) -> Preview {
    var preview = self
    let before = ticket.meter.spent
    preview.image = try ticket.meter.measure { () throws(ImageError) in try body(image) }
    preview.duration = ticket.meter.spent - before
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
