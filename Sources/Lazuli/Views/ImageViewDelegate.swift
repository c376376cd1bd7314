public import LazuliCore

/// Who is told what becomes of an image view's loads, with the object that each belongs to. Called where the view
/// lives.
public protocol ImageViewDelegate<Object>: AnyObject, Sendable {
  associatedtype Object: Sendable
  func imageLoaded(_ response: ImageResponse, for object: Object)
  func imageFailed(_ error: ImageError, for object: Object)
}

extension ImageViewDelegate {
  public func imageFailed(_ error: ImageError, for object: Object) {}
}
