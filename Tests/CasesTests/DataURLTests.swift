import EngineTestSupport
import Lazuli
import LazuliTestSupport
import Testing

@Suite("data: URLs")
struct DataURLTests {
  private let pipeline = ImagePipeline.built()

  @Test("data: URLs give the media type and the bytes that browsers find in them")
  func dataURLs() async throws {
    guard let cases = Cases.folder("urls") else { return }
    var tally = Tally("data: URLs")
    for record in try cases.json("data-urls.json").elements {
      guard let url = record[0]?.string, let type = record[1] else { continue }
      let outcome = await outcome(of: url)
      tally.add(url, Self.objections(to: outcome, type: type, bytes: record[2]))
    }
    tally.finish()
  }

  @Test("Base64 is decoded as forgivingly as by browsers, and no more")
  func base64() async throws {
    guard let cases = Cases.folder("urls") else { return }
    var tally = Tally("base64")
    for record in try cases.json("base64.json").elements {
      guard let text = record[0]?.string, let bytes = record[1] else { continue }
      let outcome = await outcome(of: "data:;base64,\(text)")
      let type: TestJSON = bytes.isNull ? .null : .string("text/plain;charset=US-ASCII")
      tally.add(text, Self.objections(to: outcome, type: type, bytes: bytes))
    }
    tally.finish()
  }

  @Test("Media types are parsed and serialised as browsers do, as far as a data: URL can hold them")
  func mediaTypes() async throws {
    guard let cases = Cases.folder("urls") else { return }
    var tally = Tally("media types in data: URLs")
    let records = try ["mime-types.json", "generated-mime-types.json"].flatMap { try cases.json($0).elements }
    for record in records {
      guard let input = record["input"]?.string, Self.fits(input), let output = record["output"] else { continue }
      // What is no media type becomes the default; without a type in front the URL means text/plain.
      let wanted: TestJSON = output.isNull ? .string("text/plain;charset=US-ASCII") : output
      tally.add(input, Self.objections(to: await outcome(of: "data:\(input),"), type: wanted, bytes: .array([])))
    }
    tally.finish()
  }

  /// Whether a URL holds the text unchanged, and the data: URL processor means the same by it.
  private static func fits(_ text: String) -> Bool {
    !text.isEmpty && !text.hasPrefix(";") && text.utf8.allSatisfy { (0x20..<0x7F).contains($0) }
      && !text.utf8.contains { ",?#".utf8.contains($0) }
  }

  private func outcome(of url: String) async -> Result<DataResponse, ImageError> {
    do throws(ImageError) {
      return .success(try await pipeline.data(for: url))
    } catch {
      return .failure(error)
    }
  }

  private static func objections(
    to outcome: Result<DataResponse, ImageError>, type: TestJSON, bytes: TestJSON?
  ) -> [String] {
    switch outcome {
    case .failure(let error):
      return type.isNull && error.code.fault == .caller ? [] : ["\(error.code.rawValue): \(error.message)"]
    case .success(let data):
      guard let type = type.string else { return ["was not refused"] }
      let found = data.response.head.fields.filter { $0.name.lowercased() == "content-type" }.map(\.value)
      let wanted = bytes?.elements.compactMap { $0.integer.map { UInt8($0) } } ?? []
      return (found == [type] ? [] : ["media type \(found)"]) + (data.bytes == wanted ? [] : ["bytes \(data.bytes)"])
    }
  }
}
