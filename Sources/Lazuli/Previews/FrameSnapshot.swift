import LazuliCore

/// What a decoder has written of a frame so far, being copied. One thread at a time.
final class FrameSnapshot {
  private let information: FrameInformation
  private let resizedBy: ResizePlan?
  private let copy: SurfaceCopy?
  private var frame: DecodedFrame?

  /// Of a surface; `plan`: what the copy resizes it by.
  init(_ information: FrameInformation, _ copy: SurfaceCopy, resizedBy plan: ResizePlan?) {
    self.information = information
    self.copy = copy
    resizedBy = plan
  }

  /// Of a window: rows are resized as they come.
  convenience init?(_ information: FrameInformation, _ snapshots: [ResizePlan: ResizingWindow.Snapshot]) {
    guard let first = snapshots.values.first else { return nil }
    var frame = DecodedFrame(information, first.pixels, isComplete: false)
    frame.resized = snapshots.mapValues(\.pixels)
    frame.wholeRowCounts = snapshots.compactMapValues(\.wholeRowCount)
    self.init(frame)
  }

  /// Of a frame that is done, before the file is.
  init(_ frame: DecodedFrame) {
    information = frame.information
    copy = nil
    resizedBy = nil
    self.frame = frame
  }

  /// Goes on by a millisecond or two; the frame in the end.
  func advance() throws(ImageError) -> DecodedFrame? {
    if let frame { return frame }
    guard let copy, let pixels = try copy.advance() else { return nil }
    var frame = DecodedFrame(information, pixels, isComplete: false)
    frame.wholeRowCount = copy.wholeRowCount
    if let resizedBy {
      frame.resized = [resizedBy: pixels]
      frame.wholeRowCounts[resizedBy] = copy.wholeRowCount
    }
    return frame
  }
}
