import Lazuli

/// What the program returns. The same table stands in `lazuli --help` and in the README.
enum ExitCode: Int32, CaseIterable {
  case success = 0
  /// Several items failed, for different reasons.
  case mixed = 1
  case usage = 2
  case environment = 3
  case data = 4
  case limit = 5
  case policy = 6
  case plugin = 7
  case engine = 8
  case interrupted = 130

  init(_ error: ImageError) {
    switch error.code.fault {
    case .caller: self = error.code == .cancelled ? .interrupted : .usage
    case .environment: self = .environment
    case .data: self = .data
    case .limit: self = .limit
    case .policy: self = .policy
    case .plugin: self = .plugin
    case .engine: self = .engine
    }
  }

  /// One code for several: theirs when they agree.
  static func combining(_ codes: [ExitCode]) -> ExitCode {
    let failures = Set(codes.filter { $0 != .success })
    guard let first = failures.first else { return .success }
    if failures.contains(.interrupted) { return .interrupted }
    return failures.count == 1 ? first : .mixed
  }

  var meaning: String {
    switch self {
    case .success: "everything was done"
    case .mixed: "several items failed, for different reasons"
    case .usage: "a mistake in the command line or a URL"
    case .environment: "network, file system, configuration file or a missing plugin"
    case .data: "not an image, damaged, or of an unsupported kind"
    case .limit: "a limit was exceeded"
    case .policy: "the configuration does not allow it"
    case .plugin: "a plugin was refused or misbehaved"
    case .engine: "a fault of Lazuli itself"
    case .interrupted: "interrupted"
    }
  }
}
