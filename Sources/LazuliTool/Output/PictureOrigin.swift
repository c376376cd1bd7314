import Lazuli

/// Where a picture came from, as the user is told.
enum PictureOrigin: String, Sendable {
  case network
  case file
  /// A data: URL.
  case data
  case standardInput = "standard-input"
  /// It shared the load of an equal one of the same list.
  case joined

  init(_ location: ImageLocation) {
    switch location.resource?.scheme {
    case nil: self = .standardInput
    case "file": self = .file
    case "data": self = .data
    default: self = .network
    }
  }

  /// To follow "from".
  var text: String {
    switch self {
    case .network: "the network"
    case .file: "a file"
    case .data: "a data URL"
    case .standardInput: "standard input"
    case .joined: "the load of an equal one"
    }
  }
}
