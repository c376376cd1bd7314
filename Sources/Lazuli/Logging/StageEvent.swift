public import LazuliCore

/// Something happened to a job: work that one task or several wait for.
public struct StageEvent: Sendable {
  /// What is done.
  public enum Stage: Sendable, Hashable {
    /// Looking into memory, for one task.
    case memory
    /// Waiting for a place among the transfers.
    case queue
    /// Bytes from a source.
    case fetch
    /// Bytes to pixels, or to what is known of them.
    case decode
    /// A processor, by its identity.
    case process(String)
    /// A preview that was made or processed; it only ends, with the time that went into it.
    case preview
  }

  /// How far it is.
  public enum Moment: Sendable {
    case started
    case ended(Outcome)
  }

  /// How it ended.
  public struct Outcome: Sendable {
    public var duration: Duration
    /// Of the body for a fetch, of the pixels for what makes them; 0 where there are none.
    public var byteCount: Int
    /// `cancelled` too.
    public var error: ImageError?
    public var origin: ImageOrigin

    public init(duration: Duration, byteCount: Int = 0, error: ImageError? = nil, origin: ImageOrigin = .source) {
      self.duration = duration
      self.byteCount = byteCount
      self.error = error
      self.origin = origin
    }
  }

  /// Counts the jobs of a pipeline; a fetch and what is made of it are several. 0 for a look into memory.
  public var job: Int
  public var stage: Stage
  public var moment: Moment
  /// Without user name, password and fragment; `nil` for bytes at hand.
  public var url: String?

  public init(job: Int, stage: Stage, moment: Moment, url: String?) {
    self.job = job
    self.stage = stage
    self.moment = moment
    self.url = url
  }
}
