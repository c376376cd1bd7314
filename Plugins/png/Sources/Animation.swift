import LazuliABI
import LazuliPluginKit

/// What fcTL says of a frame (PNG third edition, 11.3.6.2).
struct FrameControl {
  let rectangle: lzl_rectangle
  let delayNumerator: UInt32
  let delayDenominator: UInt32
  let disposal: UInt32
  let blend: UInt32

  init(_ chunk: Chunk, canvas: ImageDescription) throws(PluginError) {
    try chunk.requireSize(26)
    let body = chunk.body
    rectangle = lzl_rectangle(
      x: body.bigEndian32(at: 12), y: body.bigEndian32(at: 16), width: body.bigEndian32(at: 4),
      height: body.bigEndian32(at: 8))
    delayNumerator = UInt32(body.bigEndian16(at: 20))
    let denominator = UInt32(body.bigEndian16(at: 22))
    delayDenominator = denominator == 0 ? 100 : denominator
    disposal = UInt32(body[24])
    blend = UInt32(body[25])
    guard disposal <= 2, blend <= 1 else { throw chunk.fault("has an unknown disposal or blending") }
    guard Self.fits(rectangle.x, rectangle.width, canvas.width),
      Self.fits(rectangle.y, rectangle.height, canvas.height)
    else { throw chunk.fault("has a frame which reaches beyond the image") }
  }

  private static func fits(_ start: UInt32, _ length: UInt32, _ side: UInt32) -> Bool {
    length > 0 && length <= side && start <= side - length
  }

  var frame: lzl_frame {
    var frame = lzl_frame()
    frame.rectangle = rectangle
    frame.delay_numerator = delayNumerator
    frame.delay_denominator = delayDenominator
    frame.disposal = disposal
    frame.blend = blend
    return frame
  }

  func covers(_ canvas: ImageDescription) -> Bool {
    rectangle.width == canvas.width && rectangle.height == canvas.height
  }
}

/// The animation of a file: what is declared, and how much of it has come.
///
/// What is wrong ahead of the image data makes the file a still image, as browsers do; what is wrong
/// behind is an error, since frames may have been shown already.
struct Animation {
  private(set) var playCount: UInt32 = 1
  private(set) var declaredFrameCount: UInt32 = 0
  /// Frames whose fcTL has come.
  private(set) var frameCount: UInt32 = 0
  /// The frame which the image data is of; `nil` when that is a picture beside the animation.
  private(set) var imageFrame: FrameControl?
  /// Whether an fcTL says that the image data is of another size than IHDR does.
  private(set) var isImageSizeDisputed = false
  private var isDeclared = false
  private var nextSequence: UInt32 = 0

  /// From acTL (11.3.6.1).
  mutating func declare(_ chunk: Chunk) throws(PluginError) {
    guard !isDeclared else { throw chunk.fault("is there twice") }
    try chunk.requireSize(8)
    declaredFrameCount = chunk.body.bigEndian32(at: 0)
    playCount = chunk.body.bigEndian32(at: 4)
    guard (1...UInt32(Int32.max)).contains(declaredFrameCount) else { throw chunk.fault("has no frames") }
    isDeclared = true
  }

  /// From an fcTL ahead of the image data.
  mutating func declareImageFrame(_ chunk: Chunk, canvas: ImageDescription) throws(PluginError) {
    guard imageFrame == nil else { throw chunk.fault("is there twice") }
    let control = try FrameControl(chunk, canvas: canvas)
    guard control.covers(canvas) else {
      isImageSizeDisputed = true
      throw chunk.fault("gives the image data another size")
    }
    try take(sequence: chunk.body.bigEndian32(at: 0), chunk)
    imageFrame = control
    frameCount = 1
  }

  /// From an fcTL behind the image data.
  mutating func beginFrame(_ chunk: Chunk, canvas: ImageDescription) throws(PluginError) -> FrameControl {
    let control = try FrameControl(chunk, canvas: canvas)
    try take(sequence: chunk.body.bigEndian32(at: 0), chunk)
    guard frameCount < declaredFrameCount else { throw chunk.fault("is one more than acTL declares") }
    frameCount += 1
    return control
  }

  /// For fcTL and fdAT alike: the numbers count from 0 without a gap.
  mutating func take(sequence: UInt32, _ chunk: Chunk) throws(PluginError) {
    guard sequence == nextSequence else { throw chunk.fault("is out of sequence") }
    nextSequence += 1
  }

  /// Whether there is an animation at all, once the image data begins.
  var isUsable: Bool { isDeclared }

  func describe(in header: inout lzl_header) {
    header.frame_count = declaredFrameCount
    header.play_count = playCount
    header.flags |= LZL_HEADER_ANIMATED
    if imageFrame == nil { header.flags |= LZL_HEADER_DEFAULT_IMAGE }
  }
}
