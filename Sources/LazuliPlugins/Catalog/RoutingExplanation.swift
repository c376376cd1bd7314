import LazuliCore

/// Why a plugin serves a format or a scheme: every one that declares it, in order of preference.
public struct RoutingExplanation: Sendable {
  /// The format or scheme.
  public var subject: String
  /// What the configuration says against the subject as a whole.
  public var objection: String?
  /// Those that may serve come first, in the order in which they are asked.
  public var candidates: [Candidate]
  /// Where was looked, and what was found there.
  public var places: [String]

  /// A plugin which declares the subject.
  public struct Candidate: Sendable {
    public var report: PluginReport
    /// Whether it may serve.
    public var isUsable: Bool
    /// What decided about its place, or against it.
    public var reasons: [String]
  }
}
