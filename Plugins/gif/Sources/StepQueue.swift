import LazuliPluginKit

/// Steps that wait to be told, the first one first.
struct StepQueue {
  private var steps: [DecoderStep] = []
  private var position = 0

  mutating func append(_ step: DecoderStep) { steps.append(step) }

  mutating func next() -> DecoderStep? {
    guard position < steps.count else { return nil }
    defer {
      position += 1
      if position == steps.count {
        steps = []
        position = 0
      }
    }
    return steps[position]
  }
}
