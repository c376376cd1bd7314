import LazuliCore

/// Which HTTP statuses carry what was asked for (RFC 9110, 15).
enum StatusRules {
  /// Throws `httpStatus` with the number and what helps.
  static func check(_ head: ResponseHead, _ url: ResourceURL, isRangeRequested: Bool) throws(ImageError) {
    guard let status = head.status else { return }
    switch status {
    case 204, 205: break
    case 206 where !isRangeRequested: break
    case 200..<300: return
    default: break
    }
    var error = ImageError(
      .httpStatus, at: .fetch, "\(url.shown) answered with status \(status)\(meaning(of: status, head))")
    error.libraryCode = Int64(status)
    throw error
  }

  private static func meaning(of status: Int, _ head: ResponseHead) -> String {
    switch status {
    case 204, 205: ", which has no content: there is no image"
    case 206: ", a part nobody asked for: its server is at fault"
    case 300..<400: ", a redirect without a place to go: its server is at fault"
    case 401, 407: ": it wants credentials; give them with the request"
    case 403: ": access is forbidden; check credentials and permissions"
    case 404, 410: ": there is nothing; check the URL"
    case 408, 425, 429, 503: ": it cannot answer now; try again\(head.retryAdvice)"
    case 500..<600: ": its server failed; try again later"
    default: ": the request was refused; check URL and header fields"
    }
  }
}

extension ResponseHead {
  fileprivate var retryAdvice: String {
    guard let value = value(of: "retry-after"), let seconds = Int(value) else { return " later" }
    return " after \(seconds) s"
  }
}
