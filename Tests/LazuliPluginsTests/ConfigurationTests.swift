import LazuliCore
import LazuliPlugins
import Testing

@Suite("Reading lazuli.json")
struct ConfigurationTests {
  private func read(_ sections: String) throws(ImageError) -> Configuration {
    try Configuration(
      json: Array("{ \"schema\": \"lazuli.config/1\"\(sections.isEmpty ? "" : ", ")\(sections) }".utf8),
      file: "/nonexistent/lazuli.json")
  }

  @Test("An empty one is the defaults")
  func defaults() throws {
    let configuration = try read("")
    #expect(configuration.limits == DecodingLimits())
    #expect(configuration.network == NetworkPolicy())
    #expect(configuration.allowedFormats == nil)
  }

  @Test("Every section arrives")
  func everything() throws {
    let configuration = try read(
      """
      "plugins": { "directories": ["/opt/plugins", "mine"], "disable": ["org.a"], "prefer": { "png": ["org.b", "org.c"] },
                   "settings": { "org.d": { "n": 6, "t": "x", "b": true, "f": 0.5 } } },
      "formats": { "allow": ["png"] },
      "limits": { "side": 100, "decoded_pixels": 7, "seconds": 0.5, "frames": "unlimited", "passes": 3 },
      "isolation": { "default": "in-process", "require_sandbox": false },
      "network": { "schemes": ["HTTPS"], "deny_private_addresses": true, "redirects": 0, "connect_seconds": 2,
                   "request_seconds": "unlimited", "allow_proxies": false, "stall_bytes_per_second": "unlimited" },
      "files": { "roots": ["/srv/images", "pictures"] }, "cache": {}
      """)
    #expect(configuration.pluginDirectories == ["/opt/plugins", "/nonexistent/mine"])
    #expect(configuration.disabledPlugins == ["org.a"])
    #expect(configuration.preferredPlugins == ["png": ["org.b", "org.c"]])
    #expect(
      configuration.pluginSettings == [
        "org.d": ["n": .integer(6), "t": .string("x"), "b": .boolean(true), "f": .number(0.5)]
      ])
    #expect(configuration.allowedFormats == ["png"])
    #expect(configuration.limits.maximumSide == 100)
    #expect(configuration.limits.maximumDecodedPixels == 7)
    #expect(configuration.limits.maximumDecodingTime == .milliseconds(500))
    #expect(configuration.limits.maximumFrameCount == nil)
    #expect(configuration.limits.maximumPassCount == 3)
    #expect(configuration.network.schemes == ["https"])
    #expect(configuration.network.deniesPrivateAddresses)
    #expect(configuration.network.maximumRedirects == 0)
    #expect(configuration.network.connectTimeout == .seconds(2))
    #expect(configuration.network.requestTimeout == nil)
    #expect(!configuration.network.allowsProxies)
    #expect(configuration.network.stallBytesPerSecond == nil)
    #expect(configuration.files == FilePolicy(roots: ["/srv/images", "/nonexistent/pictures"]))
  }

  static let faults: [(text: String, says: String)] = [
    (
      text: "\"network\": { \"deny_private_adresses\": true }", says: "network.deny_private_adresses is not a known key"
    ),
    ("\"pluggins\": {}", "pluggins is not a known key"),
    ("\"limits\": { \"side\": 0 }", "\"unlimited\" switches a limit off"),
    ("\"limits\": { \"side\": -1 }", "has to be above 0"),
    ("\"limits\": { \"seconds\": 0 }", "above 0 seconds"),
    ("\"limits\": { \"side\": \"none\" }", "has to be a number or \"unlimited\""),
    ("\"limits\": { \"pixels\": 5 }", "limits.pixels is not a known key"),
    ("\"plugins\": { \"lock\": \"lazuli.lock.json\" }", "no lock files yet"),
    ("\"isolation\": { \"require_sandbox\": true }", "no sandbox yet"),
    ("\"isolation\": { \"default\": \"worker\" }", "no worker process yet"),
    ("\"isolation\": { \"default\": \"none\" }", "has to be \"in-process\" or \"worker\""),
    ("\"cache\": { \"disk_bytes\": 1 }", "no caches yet"),
    ("\"formats\": { \"allow\": \"png\" }", "/nonexistent/lazuli.json:1:54: formats.allow has to be a list"),
    ("\"plugins\": { \"settings\": { \"a\": { \"b\": [] } } }", "has to be a boolean, a number or a string"),
  ]

  @Test("What is unknown, wrong or cannot be honoured is an error which says so", arguments: faults)
  func refused(fault: (text: String, says: String)) {
    let error = #expect(throws: ImageError.self) { try read(fault.text) }
    #expect(error?.code == .invalidConfiguration)
    #expect(error?.message.contains(fault.says) == true, "\(error?.message ?? "")")
  }

  @Test("A file that is not there is told by its path")
  func noFile() {
    let error = #expect(throws: ImageError.self) { try Configuration(contentsOf: "/nonexistent/lazuli.json") }
    #expect(error?.code == .notFound)
    #expect(error?.message.contains("/nonexistent/lazuli.json") == true)
  }
}
