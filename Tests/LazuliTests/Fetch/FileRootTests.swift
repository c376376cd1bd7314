import LazuliCore
import LazuliTestKit
import Testing

@testable import Lazuli

@Suite("Folders that may be read")
struct FileRootTests {
  private func load(_ url: String, at location: String?) async throws -> ImageError? {
    let fields = [location.map { HeaderField("Content-Location", $0) }].compactMap(\.self)
    let file = DotsProvider.file(width: 2, height: 2)
    let transport = FakeTransport([url: .answer(nil, fields, length: file.count, chunks: [file])])
    var settings = PipelineSettings()
    settings.files = FilePolicy(roots: ["/srv/images"])
    do {
      _ = try await ImagePipeline.fake(transport, settings: settings).image(for: url)
      return nil
    } catch {
      return error
    }
  }

  @Test("A file below a root is read")
  func within() async throws {
    #expect(try await load("file:///srv/images/a%20b", at: "file:///srv/images/a%20b") == nil)
  }

  @Test("A path outside of the roots is denied, and not opened")
  func outside() async throws {
    #expect(try await load("file:///etc/passwd", at: "file:///etc/passwd")?.code == .denied)
  }

  @Test("A link which leads out of the roots is denied")
  func link() async throws {
    #expect(try await load("file:///srv/images/a", at: "file:///etc/passwd")?.code == .denied)
  }

  @Test("A true path which is no file URL is denied", arguments: ["/srv/images/a", "http://srv/srv/images/a"])
  func otherLocation(location: String) async throws {
    #expect(try await load("file:///srv/images/a", at: location)?.code == .denied)
  }

  @Test("A transport which does not tell where the file lies is denied")
  func untold() async throws {
    #expect(try await load("file:///srv/images/a", at: nil)?.code == .denied)
  }
}
