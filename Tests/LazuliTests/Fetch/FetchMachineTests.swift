import LazuliCore
import Testing

@testable import Lazuli

@Suite("The way over redirects")
struct FetchMachineTests {
  private func machine(
    _ url: String, fields: [HeaderField] = [], _ change: (inout PipelineSettings) -> Void = { _ in }
  ) throws -> FetchMachine {
    var settings = PipelineSettings()
    change(&settings)
    var request = FetchRequest(try ResourceURL(url))
    request.fields = fields
    request.timeout = .seconds(30)
    request.maximumByteCount = 100
    return FetchMachine(request, FetchRules(settings))
  }

  private func head(_ status: Int?, _ fields: HeaderField..., length: Int? = nil) -> ResponseHead {
    ResponseHead(status: status, fields: fields, expectedByteCount: length)
  }

  private func opened(_ actions: [FetchMachine.Action]) -> TransportRequest? {
    guard case .open(let request, _) = actions.first else { return nil }
    return request
  }

  /// The request behind a redirect.
  private func follow(
    _ machine: inout FetchMachine, to location: String, status: Int = 302, at time: Duration = .zero
  ) throws -> TransportRequest? {
    _ = try machine.start()
    let redirect = FetchMachine.Event.response(head(status, HeaderField("Location", location)), plugin: "t", hop: 0)
    #expect(try machine.handle(redirect, at: time).isEmpty)
    return opened(try machine.handle(.done(nil, hop: 0), at: time))
  }

  @Test("A request carries who asks and what is taken", arguments: ["User-Agent", "Accept"])
  func ownFields(name: String) throws {
    var machine = try machine("https://a.test/")
    let request = try #require(opened(try machine.start()))
    #expect(request.fields.contains { $0.name == name })
  }

  @Test("A field of the caller's stands in place of the engine's")
  func callersFields() throws {
    var machine = try machine("https://a.test/", fields: [HeaderField("accept", "image/x")])
    let request = try #require(opened(try machine.start()))
    #expect(request.fields.filter { $0.name.lowercased() == "accept" }.map(\.value) == ["image/x"])
  }

  @Test("A field with a line break is refused")
  func injection() throws {
    var machine = try machine("https://a.test/", fields: [HeaderField("X", "a\r\nHost: b")])
    #expect(throws: ImageError.self) { try machine.start() }
  }

  @Test("User name and password become a field, and leave the URL")
  func basicCredentials() throws {
    var machine = try machine("https://us%C3%A9r:p%40ss@a.test/x")
    let request = try #require(opened(try machine.start()))
    #expect(request.url.serialized == "https://a.test/x")
    #expect(request.fields.contains(HeaderField("Authorization", "Basic dXPDqXI6cEBzcw==")))
  }

  @Test("Each redirect status leads on", arguments: [301, 302, 303, 307, 308])
  func redirectStatuses(status: Int) throws {
    var machine = try machine("https://a.test/x/y")
    let request = try follow(&machine, to: "../z", status: status)
    #expect(request?.url.serialized == "https://a.test/z")
  }

  @Test("Within an origin credentials go along")
  func sameOrigin() throws {
    var machine = try machine("https://a.test/x", fields: [HeaderField("Cookie", "c=1")])
    let request = try #require(try follow(&machine, to: "/y"))
    #expect(request.fields.contains(HeaderField("Cookie", "c=1")))
  }

  @Test(
    "Credentials stay with their origin",
    arguments: ["https://b.test/", "https://a.test:444/", "https://x.a.test/"])
  func crossOrigin(location: String) throws {
    let secrets = [HeaderField("Cookie", "c=1"), HeaderField("authorization", "Bearer t"), HeaderField("X-Plain", "1")]
    var machine = try machine("https://u:p@a.test/x", fields: secrets)
    let request = try #require(try follow(&machine, to: location))
    #expect(!request.fields.contains { ["cookie", "authorization"].contains($0.name.lowercased()) })
    #expect(request.fields.contains(HeaderField("X-Plain", "1")))
  }

  @Test("A URL's credentials do not come back with a redirect that returns")
  func returningRedirect() throws {
    var machine = try machine("https://u:p@a.test/x")
    _ = try follow(&machine, to: "https://b.test/")
    let back = head(302, HeaderField("Location", "https://a.test/y"))
    _ = try machine.handle(.response(back, plugin: "t", hop: 1), at: .zero)
    let request = try #require(opened(try machine.handle(.done(nil, hop: 1), at: .zero)))
    #expect(!request.fields.contains { $0.name == "Authorization" })
  }

  @Test("From https no redirect leads to http, unless that is allowed")
  func downgrade() throws {
    var strict = try machine("https://a.test/")
    #expect(throws: ImageError.self) { try follow(&strict, to: "http://a.test/") }
    var lenient = try machine("https://a.test/") { $0.network.allowsDowngrades = true }
    #expect(try follow(&lenient, to: "http://a.test/")?.url.scheme == "http")
  }

  @Test("No redirect leads out of the web", arguments: ["file:///etc/passwd", "data:image/png,x", "ftp://a.test/"])
  func outOfTheWeb(location: String) throws {
    var machine = try machine("https://a.test/")
    let error = #expect(throws: ImageError.self) { try follow(&machine, to: location) }
    #expect(error?.code == .redirectRefused)
  }

  @Test("The policy judges each hop")
  func policyPerHop() throws {
    var machine = try machine("https://a.test/") { $0.network.deniesPrivateAddresses = true }
    let error = #expect(throws: ImageError.self) { try follow(&machine, to: "https://169.254.169.254/latest") }
    #expect(error?.code == .denied)
  }

  @Test("Redirects are counted")
  func count() throws {
    var machine = try machine("https://a.test/") { $0.network.maximumRedirects = 1 }
    _ = try follow(&machine, to: "/1")
    let second = FetchMachine.Event.response(head(302, HeaderField("Location", "/2")), plugin: "t", hop: 1)
    let error = #expect(throws: ImageError.self) { try machine.handle(second, at: .zero) }
    #expect(error?.code == .tooManyRedirects)
  }

  @Test("A redirect to itself ends at once")
  func loop() throws {
    var machine = try machine("https://a.test/x")
    let error = #expect(throws: ImageError.self) { try follow(&machine, to: "/x") }
    #expect(error?.code == .tooManyRedirects)
  }

  @Test("All hops share one time")
  func sharedTimeout() throws {
    var machine = try machine("https://a.test/x")
    let request = try #require(try follow(&machine, to: "/y", at: .seconds(12)))
    #expect(request.timeout == .seconds(18))
  }

  @Test("A short body of a redirect is read, a long one given up")
  func redirectBody() throws {
    var machine = try machine("https://a.test/x")
    _ = try machine.start()
    _ = try machine.handle(.response(head(302, HeaderField("Location", "/y")), plugin: "t", hop: 0), at: .zero)
    #expect(try machine.handle(.chunk(ByteChunk([1]), hop: 0), at: .zero).isEmpty)
    let long = ByteChunk([UInt8](repeating: 0, count: FetchMachine.maximumRedirectBodyByteCount))
    guard case .leave = try machine.handle(.chunk(long, hop: 0), at: .zero).first else {
      Issue.record("The transfer goes on")
      return
    }
    let cancelled = ImageError(.cancelled, at: .fetch, "")
    #expect(opened(try machine.handle(.done(cancelled, hop: 0), at: .zero)) != nil)
  }

  @Test("Events of an earlier hop mean nothing")
  func staleHop() throws {
    var machine = try machine("https://a.test/x")
    _ = try follow(&machine, to: "/y")
    #expect(try machine.handle(.chunk(ByteChunk([1]), hop: 0), at: .zero).isEmpty)
    #expect(try machine.handle(.response(head(200), plugin: "t", hop: 0), at: .zero).isEmpty)
  }

  @Test(
    "A status without an image is an error which says so",
    arguments: [204, 206, 304, 401, 403, 404, 410, 429, 500, 503]
  )
  func statuses(status: Int) throws {
    var machine = try machine("https://a.test/")
    _ = try machine.start()
    let error = #expect(throws: ImageError.self) {
      try machine.handle(.response(head(status), plugin: "t", hop: 0), at: .zero)
    }
    #expect(error?.code == .httpStatus && error?.libraryCode == Int64(status))
    #expect(error?.message.contains("\(status)") == true)
  }

  @Test("A body that says it is too long is not waited for")
  func announcedLength() throws {
    var machine = try machine("https://a.test/")
    _ = try machine.start()
    let error = #expect(throws: ImageError.self) {
      try machine.handle(.response(head(200, length: 101), plugin: "t", hop: 0), at: .zero)
    }
    #expect(error?.limit == .encodedBytes)
  }

  @Test("A body that becomes too long is an error")
  func length() throws {
    var machine = try machine("https://a.test/")
    _ = try machine.start()
    _ = try machine.handle(.response(head(200), plugin: "t", hop: 0), at: .zero)
    let bytes = ByteChunk([UInt8](repeating: 0, count: 60))
    _ = try machine.handle(.chunk(bytes, hop: 0), at: .zero)
    let error = #expect(throws: ImageError.self) { try machine.handle(.chunk(bytes, hop: 0), at: .zero) }
    #expect(error?.limit == .encodedBytes)
  }

  @Test("An address that was refused is no failure when another one answers")
  func refusedAddress() throws {
    var machine = try machine("https://a.test/")
    _ = try machine.start()
    _ = try machine.handle(.refused(ImageError(.denied, at: .fetch, "private"), hop: 0), at: .zero)
    _ = try machine.handle(.response(head(200), plugin: "t", hop: 0), at: .zero)
    guard case .finish = try machine.handle(.done(nil, hop: 0), at: .zero).first else {
      Issue.record("The fetch does not end well")
      return
    }
  }

  @Test("Only listed schemes are asked for")
  func schemes() throws {
    var machine = try machine("http://a.test/") { $0.network.schemes = ["https"] }
    let error = #expect(throws: ImageError.self) { try machine.start() }
    #expect(error?.code == .denied)
  }
}
