import LazuliCore
import LazuliTestSupport
import Testing

/// One record of `urltestdata.json`.
private struct URLCase {
  let input: String
  let base: String?
  let expected: TestJSON

  init?(_ record: TestJSON) {
    guard let input = record["input"]?.string else { return nil }
    self.input = input
    base = record["base"]?.string
    expected = record
  }

  var fails: Bool { expected["failure"]?.bool == true }

  /// Whether it concerns the schemes that Lazuli comes with.
  var isOurs: Bool {
    let schemes = ["http:", "https:", "file:", "data:"]
    if let scheme = expected["protocol"]?.string { return schemes.contains(scheme) }
    let text = input.lowercased().drop { $0 <= " " }
    return schemes.contains { text.hasPrefix($0) || base?.hasPrefix($0) == true }
  }

  /// What differs from what is expected; empty when nothing does.
  var differences: [String] {
    guard let url = try? ResourceURL(input, relativeTo: base.map { try ResourceURL($0) }) else {
      return fails ? [] : ["refused"]
    }
    if fails { return ["parsed as \(url)"] }
    return Self.parts(of: url).compactMap { name, value in
      guard let wanted = expected[name]?.string, wanted != value else { return nil }
      return "\(name) is \(value), not \(wanted)"
    }
  }

  private static func parts(of url: ResourceURL) -> [(String, String)] {
    let port = url.port.map(String.init) ?? ""
    let host = url.host ?? ""
    return [
      ("href", url.serialized), ("protocol", url.scheme + ":"), ("username", url.username), ("password", url.password),
      ("host", port.isEmpty ? host : "\(host):\(port)"), ("hostname", host), ("port", port), ("pathname", url.path),
      ("search", shown(url.query, behind: "?")), ("hash", shown(url.fragment, behind: "#")),
    ]
      + (url.defaultPort == nil ? [] : [("origin", url.origin.description)])
  }

  private static func shown(_ part: String?, behind mark: String) -> String {
    part.map { $0.isEmpty ? "" : mark + $0 } ?? ""
  }
}

@Suite("URLs of the web platform tests")
struct WebPlatformURLTests {
  @Test("URLs parse as the web platform tests say")
  func parsing() throws {
    guard let cases = try Cases.folder("urls")?.json("urltestdata.json").elements.compactMap(URLCase.init) else {
      return
    }
    #expect(cases.count > 500)
    let failed = check(cases, name: "urls")
    check(cases.filter(\.isOurs), name: "urls (http, https, file, data)")
    for (failed, differences) in failed {
      Issue.record("\(failed.input) on \(failed.base ?? "nothing"): \(differences.joined(separator: "; "))")
    }
  }

  @Test("What a URL serialises to parses to the same URL")
  func roundTrip() throws {
    guard let cases = try Cases.folder("urls")?.json("urltestdata.json").elements.compactMap(URLCase.init) else {
      return
    }
    for url in cases.compactMap({ try? ResourceURL($0.input, relativeTo: $0.base.map { try ResourceURL($0) }) }) {
      #expect(try ResourceURL(url.serialized) == url)
    }
  }

  @discardableResult
  private func check(_ cases: [URLCase], name: String) -> [(URLCase, [String])] {
    let failed = cases.map { ($0, $0.differences) }.filter { !$0.1.isEmpty }
    print("\(name): \(cases.count - failed.count) of \(cases.count)")
    return failed
  }
}
