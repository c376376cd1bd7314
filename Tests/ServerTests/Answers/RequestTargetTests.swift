import EngineTestSupport
import Lazuli
import ScriptedServer
import Testing

@Suite("What is asked for", .timeLimit(.minutes(10)))
struct RequestTargetTests {
  @Test(
    "Path and query are sent byte for byte as the URL has them",
    arguments: [
      "/%C3%BC%2fA.png", "/a.png?sig=%2B%2f%3d&x", "/a.png?", "//a///b.png", "/a.png?/../b", "/a;b=c,d@e:f!$&'()*+.png",
      "/%2e%2e%2Fa.png", "/a%00b",
    ])
  func exact(target: String) async throws {
    let server = try ScriptedServer()
    let url = try ResourceURL(server.url(target))
    _ = try await ImagePipeline.built().data(for: url)
    #expect(server.requests.map(\.target) == [url.path + (url.query.map { "?\($0)" } ?? "")])
    #expect(server.requests.first?.target.contains("%2F") == target.contains("%2F"))
  }

  @Test("A fragment stays here")
  func fragment() async throws {
    let server = try ScriptedServer()
    _ = try await ImagePipeline.built().data(for: server.url("/a.png?b#c"))
    #expect(server.requests.map(\.target) == ["/a.png?b"])
  }

  @Test("A proxy is told the whole URL")
  func proxy() async throws {
    let proxy = try ScriptedServer()
    let pipeline = ImagePipeline.built { $0.pluginSettings["org.lazuli.http"] = ["proxy": .string(proxy.url(""))] }
    let answer = try await pipeline.data(for: "http://images.example:81/%C3%BC.png?q=%2F")
    #expect(answer.response.head.status == 404)
    #expect(proxy.requests.map(\.target) == ["http://images.example:81/%C3%BC.png?q=%2F"])
    #expect(proxy.requests.first?.value(of: "host") == "images.example:81")
  }
}
