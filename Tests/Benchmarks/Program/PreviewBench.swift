import Lazuli
import LazuliTestKit

/// Loads a picture as a progressive JPEG that comes in a hundred pieces, with previews and without.
struct PreviewBench {
  private static let pieceCount = 100

  let duration: Duration

  /// Prints how many previews there were, and the part of the load's time that they took: of a processor, more than
  /// the same load without them.
  func run(_ file: [UInt8]) async throws {
    let jpeg = try await progressive(file)
    let plain = try await load(jpeg, wantsPreviews: false)
    let shown = try await load(jpeg, wantsPreviews: true)
    let time = Double(shown.time / .microseconds(1)) / 1000
    print(shown.previewCount, (shown.cpu - plain.cpu) / time)
  }

  private func progressive(_ file: [UInt8]) async throws -> [UInt8] {
    let pipeline = ImagePipeline()
    var request = EncodeRequest("jpeg")
    request.options.isProgressive = true
    return try await pipeline.encode(pipeline.image(from: file), as: request)
  }

  private func load(
    _ file: [UInt8], wantsPreviews: Bool
  ) async throws -> (cpu: Double, time: Duration, previewCount: Int) {
    let gates = (0..<Self.pieceCount).map { _ in Gate() }
    var request = try ImageRequest("https://a.test/")
    request.wantsPreviews = wantsPreviews
    let pipeline = try pipeline(steps(file, gates), file)
    let (cpu, start) = (LazuliBench.cpuMilliseconds(), ContinuousClock.now)
    let task = pipeline.task(for: request)
    async let previewCount = task.events.reduce(0) { count, event in
      if case .preview = event { count + 1 } else { count }
    }
    for gate in gates {
      try await Task.sleep(for: duration / Self.pieceCount)
      gate.open()
    }
    _ = try await task.response
    return (LazuliBench.cpuMilliseconds() - cpu, ContinuousClock.now - start, await previewCount)
  }

  private func steps(_ file: [UInt8], _ gates: [Gate]) -> [ScriptedTransport.Step] {
    let size = file.count / gates.count + 1
    return .answer(length: file.count)
      + gates.enumerated().flatMap { index, gate -> [ScriptedTransport.Step] in
        [.gate(gate), .chunk(Array(file.dropFirst(index * size).prefix(size)))]
      }
  }

  private func pipeline(_ steps: [ScriptedTransport.Step], _ file: [UInt8]) throws -> ImagePipeline {
    let decoders = try PluginCatalog().decoders(for: Array(file.prefix(64)), hint: FormatHint())
    let transport = ScriptedTransport { _ in steps }
    return ImagePipeline(
      routing: ScriptedRouting(transports: ["https": transport], decoders: decoders), memoryCache: nil)
  }
}
