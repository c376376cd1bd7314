import LazuliABI
import LazuliPluginKit

/// The picture that is being decoded: the image of the file, or a frame of its animation.
struct Picture {
  /// Its data is in IDAT chunks, not fdAT.
  let isImageData: Bool
  let isInAnimation: Bool
  /// `nil` when nobody wants the pixels.
  var reader: (any PictureReader)?
}

/// A data chunk under way.
struct DataChunk {
  let type: ChunkType
  let offset: UInt64
  /// Bytes of its body which have not been decoded.
  var left: Int
  var sum: UInt32
}
