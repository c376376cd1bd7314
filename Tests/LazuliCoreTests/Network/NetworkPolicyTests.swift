import LazuliCore
import Testing

@Suite("Network policy")
struct NetworkPolicyTests {
  private func connection(_ address: String?, isProxy: Bool = false, isReused: Bool = false) -> ConnectionAddress {
    ConnectionAddress(
      address: address.flatMap { NetworkAddress($0) }, port: 80, isReused: isReused, isProxy: isProxy)
  }

  private func denial(_ policy: NetworkPolicy, _ url: String) throws -> ImageError? {
    let url = try ResourceURL(url)
    do {
      try policy.check(url)
      return nil
    } catch {
      return error
    }
  }

  @Test("By default every scheme and every connection is allowed")
  func defaults() throws {
    let policy = NetworkPolicy()
    #expect(policy.allows(connection("127.0.0.1")))
    #expect(policy.allows(connection(nil)))
    #expect(policy.allows(connection("127.0.0.1", isProxy: true)))
    #expect(try denial(policy, "gopher://localhost/") == nil)
  }

  @Test("The server profile allows public hosts only, reached directly")
  func serverConnections() {
    #expect(NetworkPolicy.server.allows(connection("8.8.8.8")))
    #expect(NetworkPolicy.server.allows(connection("2606:4700::1111", isReused: true)))
    #expect(!NetworkPolicy.server.allows(connection("10.0.0.1")))
    #expect(!NetworkPolicy.server.allows(connection("10.0.0.1", isReused: true)))
    #expect(!NetworkPolicy.server.allows(connection("::ffff:8.8.8.8")))
    #expect(!NetworkPolicy.server.allows(connection(nil)))
    #expect(!NetworkPolicy.server.allows(connection("8.8.8.8", isProxy: true)))
  }

  @Test("Private addresses stay denied behind a proxy that is allowed")
  func proxies() {
    var policy = NetworkPolicy.server
    policy.allowsProxies = true
    #expect(!policy.allows(connection("8.8.8.8", isProxy: true)))
    var direct = NetworkPolicy()
    direct.allowsProxies = false
    #expect(!direct.allows(connection("8.8.8.8", isProxy: true)))
    #expect(direct.allows(connection("10.0.0.1")))
  }

  @Test(
    "The server profile denies a URL whose host is a private address, however it is written",
    arguments: [
      "http://127.0.0.1/", "http://127.1/", "http://2130706433/", "http://0x7f.1/", "http://0177.0.0.1/",
      "http://①②⑦.0.0.1/", "http://%31%32%37.0.0.1/", "http://127。0。0。1/", "http://127.0.0.1./", "http://0/",
      "http://[::1]/", "http://[::]/", "http://[::ffff:169.254.169.254]/", "http://[::ffff:a9fe:a9fe]/",
      "http://[64:ff9b::a9fe:a9fe]/", "http://[2002:7f00:1::]/", "http://169.254.169.254/latest/meta-data",
      "http://localhost/", "http://LOCALHOST./", "http://a.localhost/", "http:\\\\10.0.0.1\\", "http:10.0.0.1",
      "http://public@10.0.0.1/", "http://ⓛocalhost/", "http://[fd00:ec2::254]/",
    ])
  func privateHosts(url: String) throws {
    let denial = try #require(try denial(.server, url))
    #expect(denial.code == .denied)
    #expect(denial.message.contains("network.deny_private_addresses"))
  }

  @Test("The server profile allows http, https and data, and nothing else")
  func schemes() throws {
    for url in ["http://example.com/", "https://8.8.8.8/", "data:,x", "https://localhost.example.com/"] {
      #expect(try denial(.server, url) == nil)
    }
    for url in ["file:///etc/passwd", "ftp://example.com/", "x:y"] {
      #expect(try #require(try denial(.server, url)).message.contains("network.schemes"))
    }
  }

  @Test("A denial shows no password")
  func redaction() throws {
    let denial = try #require(try denial(.server, "http://user:secret@10.0.0.1/"))
    #expect(!denial.message.contains("secret"))
    #expect(denial.url == "http://10.0.0.1/")
  }
}
