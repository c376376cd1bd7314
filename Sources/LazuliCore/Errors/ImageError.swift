/// Why an image could not be had.
///
/// The only error type that Lazuli throws. Message and remedy name the object and what helps; `code` is
/// for programs, grouped by whose fault it is.
public struct ImageError: Error, Sendable {
  /// What went wrong.
  public var code: Code
  /// Where on the path of an image it went wrong.
  public var stage: Stage
  /// A sentence for people: the object, what is wrong with it, and mostly what helps.
  public var message: String
  /// What helps, where that is something of Lazuli's own: a limit, a timeout, an option. In the words of this library;
  /// programs with words of their own for it say those.
  public var remedy: String?
  /// The URL that was asked for, serialised.
  public var url: String?
  /// The id of the plugin that was at work.
  public var plugin: String?
  /// Which limit, with `Code.limitExceeded`.
  public var limit: LimitName?
  /// The byte of the input at which it was noticed.
  public var byteOffset: UInt64?
  /// The library's own code, or errno.
  public var libraryCode: Int64?
  /// What was decoded before the failure, where that is worth showing.
  public var partialImage: DecodedImage? {
    get { partial?.image }
    set { partial = newValue.map(PartialImage.init) }
  }
  /// The error behind this one.
  public var cause: (any Error)?

  private var partial: PartialImage?

  public init(_ code: Code, at stage: Stage, _ message: String) {
    self.code = code
    self.stage = stage
    self.message = message
  }
}

/// A box: an error is moved up through many frames and stays small.
private final class PartialImage: Sendable {
  let image: DecodedImage

  init(_ image: DecodedImage) { self.image = image }
}

extension ImageError {
  /// Whose fault it is.
  public enum Fault: String, Sendable, CaseIterable {
    case caller, environment, data, limit, policy, plugin, engine
  }

  /// What went wrong. Raw values are stable and appear in JSON output.
  public enum Code: String, Sendable, CaseIterable {
    // caller
    case invalidURL = "invalid-url"
    case invalidRequest = "invalid-request"
    case cancelled
    case notCached = "not-cached"
    // environment
    case notFound = "not-found"
    case accessDenied = "access-denied"
    case isDirectory = "is-directory"
    case notAFile = "not-a-file"
    case inputOutput = "io"
    case outOfMemory = "out-of-memory"
    case nameNotResolved = "name-not-resolved"
    case connectionFailed = "connection-failed"
    case connectionLost = "connection-lost"
    case tls
    case protocolViolation = "protocol"
    case timedOut = "timed-out"
    case stalled
    case httpStatus = "http-status"
    case noPluginForScheme = "no-plugin-for-scheme"
    case noPluginForFormat = "no-plugin-for-format"
    // data
    case notAnImage = "not-an-image"
    case corrupt
    case truncated
    case unsupported
    // limit
    case limitExceeded = "limit-exceeded"
    // policy
    case denied
    case tooManyRedirects = "too-many-redirects"
    case redirectRefused = "redirect-refused"
    case formatNotAllowed = "format-not-allowed"
    // plugin
    case pluginRejected = "plugin-rejected"
    case pluginMisbehaved = "plugin-misbehaved"
    case pluginFailed = "plugin-failed"
    case invalidConfiguration = "invalid-configuration"
    // engine
    case internalError = "internal"

    /// Whose fault it is.
    public var fault: Fault {
      switch self {
      case .invalidURL, .invalidRequest, .cancelled, .notCached: .caller
      case .notFound, .accessDenied, .isDirectory, .notAFile, .inputOutput, .outOfMemory,
        .nameNotResolved, .connectionFailed, .connectionLost, .tls, .protocolViolation, .timedOut,
        .stalled, .httpStatus, .noPluginForScheme, .noPluginForFormat, .invalidConfiguration:
        .environment
      case .notAnImage, .corrupt, .truncated, .unsupported: .data
      case .limitExceeded: .limit
      case .denied, .tooManyRedirects, .redirectRefused, .formatNotAllowed: .policy
      case .pluginRejected, .pluginMisbehaved, .pluginFailed: .plugin
      case .internalError: .engine
      }
    }
  }

  /// A step on the path of an image.
  public enum Stage: String, Sendable, CaseIterable {
    case request, configure, route, load, fetch, sniff, header, decode, compose, process, encode, write
  }

  /// A limit of `DecodingLimits`. Raw values are the keys of `lazuli.json`.
  public enum LimitName: String, Sendable, CaseIterable {
    case side
    case sourcePixels = "source_pixels"
    case decodedPixels = "decoded_pixels"
    case decodedBytes = "decoded_bytes"
    case workingBytes = "working_bytes"
    case encodedBytes = "encoded_bytes"
    case metadataBytes = "metadata_bytes"
    case frames
    case passes
    case seconds
  }
}

extension ImageError: CustomStringConvertible {
  public var description: String {
    var text = "\(message)\(remedy.map { "; \($0)" } ?? "") [\(code.rawValue), \(stage.rawValue)"
    if let plugin { text += ", \(plugin)" }
    if let byteOffset { text += ", byte \(byteOffset)" }
    return text + "]"
  }
}
