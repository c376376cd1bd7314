import Foundation
import LazuliCore

extension ResourceURL {
  /// Takes what Foundation serialises, a relative URL resolved against its base, and parses it by the
  /// standard: the two may differ in what they make of odd URLs, and this one counts.
  ///
  /// - Throws: `invalidURL`, with what is wrong and what helps.
  public init(_ url: URL) throws(ImageError) {
    try self.init(url.absoluteString)
  }
}
