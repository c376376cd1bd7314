import EngineTestSupport
import Lazuli
import LazuliTestSupport
import ScriptedServer
import Testing

/// What `body` throws, which it must.
func failure<Result>(
  sourceLocation: SourceLocation = #_sourceLocation, _ body: () async throws(ImageError) -> Result
) async throws -> ImageError {
  do {
    _ = try await body()
  } catch {
    return error
  }
  Issue.record("Nothing was thrown", sourceLocation: sourceLocation)
  throw ImageError(.internalError, at: .request, "Nothing was thrown")
}

/// Loads what has to fail over a pipeline, as it has to: with code, fault, stage and URL; the pipeline
/// has to serve the next request as if nothing had happened.
@discardableResult
func expectFailure(
  of path: String, at server: ScriptedServer, over pipeline: ImagePipeline = .built(), is code: ImageError.Code,
  at stage: ImageError.Stage = .fetch, fault: ImageError.Fault,
  sourceLocation: SourceLocation = #_sourceLocation
) async throws -> ImageError {
  let url = server.url(path)
  let error = try await failure(sourceLocation: sourceLocation) { () async throws(ImageError) in
    try await pipeline.image(for: url)
  }
  #expect(error.code == code, "\(error)", sourceLocation: sourceLocation)
  #expect(error.stage == stage, "\(error)", sourceLocation: sourceLocation)
  #expect(error.code.fault == fault, sourceLocation: sourceLocation)
  #expect(error.message.contains(url), "\(error)", sourceLocation: sourceLocation)
  #expect(error.url == url, sourceLocation: sourceLocation)
  try await expectService(of: server, over: pipeline, sourceLocation: sourceLocation)
  return error
}

/// The pipeline gets a picture from the server.
func expectService(
  of server: ScriptedServer, over pipeline: ImagePipeline, sourceLocation: SourceLocation = #_sourceLocation
) async throws {
  server.on("/fine.png") { $0.respond(png: TinyPNG.solid(1, 1, [1, 2, 3])) }
  let image = try await pipeline.image(for: server.url("/fine.png"))
  #expect(image.pixels.firstPixel == [1, 2, 3, 255], sourceLocation: sourceLocation)
}
