import Testing

/// The contract for decoders, held against every codec, in this process and in another one. Each rule
/// is a file of its own.
@Suite(.tally) struct ConformanceTests {}
