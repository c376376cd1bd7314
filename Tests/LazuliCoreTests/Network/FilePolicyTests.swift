import LazuliCore
import Testing

@Suite("File policy")
struct FilePolicyTests {
  private let policy = FilePolicy(roots: ["/srv/images/", "/data//./set"])

  @Test("Without roots every path is allowed, with none of them no path")
  func extremes() {
    #expect(FilePolicy().allows(Array("../x".utf8)))
    #expect(!FilePolicy(roots: []).allows(Array("/x".utf8)))
    #expect(FilePolicy(roots: ["/"]).allows(Array("/x".utf8)))
  }

  @Test(
    "A root and what is below it is allowed",
    arguments: [
      "/srv/images", "/srv/images/a.png", "//srv///images/./d/a.png", "/data/set/a", "/srv/images/..a",
      "/srv/images/a..",
    ])
  func below(path: String) {
    #expect(policy.allows(Array(path.utf8)))
  }

  @Test(
    "What is beside a root, climbs, or cannot be judged is denied",
    arguments: [
      "/srv", "/", "", "/srv/images2/a", "/srv/image", "srv/images/a", "/srv/images/../x", "/srv/images/a/..",
      "/srv/images/a/../b", "/srv/images/a\0/../x", "/SRV/images/a",
    ])
  func beside(path: String) {
    #expect(!policy.allows(Array(path.utf8)))
  }

  @Test("Dots that hide behind escapes are seen")
  func escapes() throws {
    let url = try ResourceURL("file:///srv/images/..%2F..%2Fetc/passwd")
    #expect(!policy.allows(url.decodedPath))
  }

  @Test("A root which is not absolute allows nothing")
  func relativeRoot() {
    #expect(!FilePolicy(roots: ["srv", ""]).allows(Array("/srv/a".utf8)))
  }

  @Test("A denial names the path and the setting")
  func message() {
    let error = #expect(throws: ImageError.self) { try policy.check(Array("/etc/passwd".utf8)) }
    #expect(error?.code == .denied)
    #expect(error?.message.contains("/etc/passwd") == true)
    #expect(error?.message.contains("files.roots") == true)
  }
}
