import Lazuli
import LazuliTestSupport
import ScriptedServer
import Testing

@Suite("lazuli fetch, many at once", .timeLimit(.minutes(10)))
struct FetchingManyTests {
  private let folder: TemporaryFolder
  private let server: ScriptedServer

  init() throws {
    folder = try TemporaryFolder()
    server = try ScriptedServer()
    for name in ["a", "b", "c"] { server.on("/\(name).png") { $0.respond(png: TinyPNG.solid(3, 2)) } }
    server.on("/page.png") { $0.respond(200, [("Content-Type", "text/html")], body: Array("<html>".utf8)) }
    server.on("/short.png") {
      $0.sendHead(200, [("Content-Length", "5000")])
      $0.send(TinyPNG.solid(3, 2))
      $0.close()
    }
  }

  private func fetch(_ paths: String..., options: [String] = []) async throws -> Program.Run {
    try await Tool.run(["fetch", "-o", folder.file("out/")] + options + paths.map { server.url($0) })
  }

  @Test("All good: 0, each picture as it came")
  func good() async throws {
    let run = try await fetch("/a.png", "/b.png", "/c.png")
    #expect(run.status == 0 && run.errorText == "", "\(run.errorText)")
    #expect(try folder.names(in: "out") == ["a.png", "b.png", "c.png"])
    #expect(try TestFile.bytes(at: folder.file("out/a.png")) == TinyPNG.solid(3, 2))
  }

  @Test("Bad ones do not stop the rest, and leave nothing behind")
  func mixed() async throws {
    let run = try await fetch("/none.png", "/a.png", "/page.png", "/short.png", "/b.png")
    #expect(run.status == 1)
    #expect(try folder.names(in: "out") == ["a.png", "b.png"])
    for path in ["/none.png", "/page.png", "/short.png"] { #expect(run.errorText.contains(server.url(path))) }
    #expect(run.errorText.split(separator: "\n").count == 3, "\(run.errorText)")
  }

  @Test(
    "One kind of failure is the exit code",
    arguments: [(["/none.png", "/a.png", "/short.png"], 3), (["/page.png", "/page.png"], 4)] as [([String], Int32)])
  func codes(paths: [String], status: Int32) async throws {
    let run = try await Tool.run(["fetch", "-o", folder.file("out/")] + paths.map { server.url($0) })
    #expect(run.status == status, "\(run.errorText)")
  }

  @Test("A limit, a policy and a word nobody understands have codes of their own")
  func otherCodes() async throws {
    server.on("/bomb.png") { $0.respond(png: TinyPNG.announcing(30_000, 30_000)) }
    #expect(try await fetch("/bomb.png").status == 5)
    let configuration = try folder.write(
      Array(#"{"schema": "lazuli.config/1", "network": {"deny_private_addresses": true}}"#.utf8), to: "lazuli.json")
    #expect(try await fetch("/a.png", options: ["--config", configuration]).status == 6)
    #expect(try await Tool.run("fetch", "--colour", "red", server.url("/a.png")).status == 2)
    #expect(try await Tool.run("fetch").status == 2)
    #expect(try await Tool.run("fetch", "http://[nowhere/", in: folder.path).status == 2)
  }

  @Test("As JSON: an object on each line, for the good and for the bad")
  func json() async throws {
    let run = try await fetch("/a.png", "/none.png", "/page.png", options: ["--json"])
    #expect(run.status == 1 && run.errorText == "")
    var records: [String: TestJSON] = [:]
    for record in try run.jsonLines() { records[record["input"]?.string ?? ""] = record }
    #expect(records.count == 3)
    let good = try #require(records[server.url("/a.png")])
    #expect(good["ok"]?.bool == true && good["output"]?.string == folder.file("out/a.png"))
    #expect(good["width"]?.integer == 3 && good["height"]?.integer == 2 && good["format"]?.string == "png")
    #expect(good["bytes"]?.integer == TinyPNG.solid(3, 2).count)
    let missing = try #require(records[server.url("/none.png")])
    #expect(missing["ok"]?.bool == false && missing["error"]?["code"]?.string == "http-status")
    #expect(missing["error"]?["fault"]?.string == "environment" && missing["error"]?["stage"]?.string == "fetch")
    #expect(records[server.url("/page.png")]?["error"]?["code"]?.string == "not-an-image")
  }

  @Test("It says where each picture came from; what is in the list twice is asked for once and written twice")
  func origins() async throws {
    let picture = TinyPNG.solid(3, 2)
    let path = try folder.write(picture, to: "there.png")
    let words = [
      server.url("/a.png"), path, "data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAACAkQBADs=", "-",
      server.url("/a.png"), "file://" + path, server.url("/a.png#top"),
    ]
    let run = try await Tool.run(
      ["fetch", "--jobs", "1", "--json", "-o", folder.file("out/")] + words, input: picture)
    #expect(run.status == 0, "\(run.errorText)")
    let records = try run.jsonLines()
    let origins = records.map { [$0["input"]?.string, $0["origin"]?.string] }
    #expect(
      origins == [
        [words[0], "network"], [words[4], "joined"], [words[6], "joined"], [words[1], "file"], [words[5], "joined"],
        [words[2], "data"], ["-", "standard-input"],
      ])
    #expect(server.requests.count == 1)
    for record in records where record["origin"]?.string != "data" {
      #expect(try TestFile.bytes(at: record["output"]?.string ?? "") == picture)
    }
    #expect(Set(records.map { $0["output"]?.string }).count == words.count)
    let text = try await fetch("/b.png", "/b.png").text
    #expect(text.contains("b.png  3×2 pixels, \(picture.count) bytes, from the network\n"))
    #expect(text.contains("b-2.png  3×2 pixels, \(picture.count) bytes, from the load of an equal one\n"))
  }

  @Test("Pictures are asked for in the order of the list, of one host so many at once")
  func order() async throws {
    let paths = (0..<40).map { "/\($0).png" }
    for path in paths { server.on(path) { $0.respond(png: TinyPNG.solid(3, 2)) } }
    let stalled = Latch()
    let goes = Latch()
    server.on("/stalled.png") {
      stalled.open()
      goes.pass()
      $0.respond(png: TinyPNG.solid(3, 2))
    }
    let other = try ScriptedServer()
    other.on("/z.png") {
      stalled.pass()
      goes.open()
      $0.respond(png: TinyPNG.solid(3, 2))
    }
    // The other host is served though many of this one stand before it.
    let run = try await Tool.run(
      ["fetch", "-q", "--jobs", "4", "--jobs-per-host", "1", "-o", folder.file("out/"), server.url("/stalled.png")]
        + paths.map { server.url($0) } + [other.url("/z.png")])
    #expect(run.status == 0, "\(run.errorText)")
    #expect(server.requests.map(\.path) == ["/stalled.png"] + paths)
    #expect(try folder.names(in: "out").count == 42)
  }

  @Test("A list comes from a file or from standard input, with comments and empty lines")
  func list() async throws {
    let text = Array("# pictures\n\(server.url("/a.png"))\n\n  \(server.url("/b.png"))  \r\n".utf8)
    let run = try await Tool.run("fetch", "-o", folder.file("out/"), "--from", "-", input: text)
    #expect(run.status == 0, "\(run.errorText)")
    let list = try folder.write(text, to: "list.txt")
    let again = try await Tool.run(
      "fetch", "-o", folder.file("more/"), "--from", list, server.url("/c.png"))
    #expect(again.status == 0, "\(again.errorText)")
    #expect(try folder.names(in: "out") == ["a.png", "b.png"])
    #expect(try folder.names(in: "more") == ["a.png", "b.png", "c.png"])
  }

  @Test("Header fields are sent with each request")
  func fields() async throws {
    let run = try await fetch(
      "/a.png", "/b.png", options: ["--header", "X-Token: abc", "--header", "Accept: image/png", "--header", "X-No:"])
    #expect(run.status == 0, "\(run.errorText)")
    for seen in server.requests {
      #expect(seen.value(of: "x-token") == "abc" && seen.value(of: "accept") == "image/png")
      #expect(seen.value(of: "x-no") == "")
    }
  }

  @Test("A picture that takes too long is given up, the others come")
  func timeout() async throws {
    server.on("/slow.png") { $0.waitForPeerToClose() }
    let run = try await fetch("/slow.png", "/a.png", options: ["--timeout", "4", "--json"])
    #expect(run.status == 3)
    #expect(try run.jsonLines().compactMap { $0["error"]?["code"]?.string } == ["timed-out"])
    #expect(try folder.names(in: "out") == ["a.png"])
  }

  @Test("Ctrl-C while a server stalls: 130, what was done stays, nothing half-written")
  func interrupted() async throws {
    let stalled = Latch()
    let gone = Latch()
    server.on("/slow.png") {
      $0.sendHead(200, [("Content-Length", "90000")])
      $0.send(Array(TinyPNG.solid(100, 100).dropLast(20_000)))
      stalled.open()
      $0.waitForPeerToClose()
      gone.open()
    }
    let program = try Tool.start(
      ["fetch", "--jobs", "1", "-o", folder.file("out/")] + folder.patience() + [
        server.url("/a.png"), server.url("/slow.png"),
      ])
    await stalled.wait()
    program.interrupt()
    let run = try await program.end()
    #expect(run.status == 130, "\(run.errorText)")
    #expect(try folder.names(in: "out") == ["a.png"])
    #expect(run.text.contains("a.png") && !run.text.contains("slow"))
    await gone.wait()
  }
}
