import EngineTestSupport
import Glibc
import Lazuli
import LazuliTestSupport
import Testing

@Suite("Folders that may be read")
struct FileRootTests {
  private let folder: TemporaryFolder
  private let pipeline: ImagePipeline

  init() throws {
    let folder = try TemporaryFolder()
    mkdir(folder.file("open"), 0o755)
    mkdir(folder.file("closed"), 0o755)
    try folder.write(TinyPNG.solid(), to: "closed/secret.png")
    self.folder = folder
    pipeline = .built { $0.files = FilePolicy(roots: [folder.file("open")]) }
  }

  private func denial(of path: String) async throws -> ImageError {
    try await failure { () async throws(ImageError) in try await pipeline.image(for: "file://\(path)") }
  }

  @Test(
    "A file below a root is read, whatever its name",
    arguments: ["a.png", "with space.png", "100%25.png", "é.png", "a#b?c.png", "back\\slash.png"])
  func allowed(name: String) async throws {
    try folder.write(TinyPNG.solid(), to: "open/\(name)")
    let path = ResourceURLPath.encoded(folder.file("open/\(name)"))
    #expect(try await pipeline.image(for: "file://\(path)").width == 1)
  }

  @Test("A file elsewhere is denied, also when it is not there")
  func elsewhere() async throws {
    for name in [
      "closed/secret.png", "closed/nothing.png", "open/../closed/secret.png", "open/%2e%2e/closed/secret.png",
    ] {
      let error = try await denial(of: folder.file(name))
      #expect(error.code == .denied && error.code.fault == .policy, "\(name): \(error)")
      #expect(error.message.contains("closed"))
    }
  }

  @Test("A link out of the roots is denied, one that stays within is followed")
  func links() async throws {
    symlink(folder.file("closed/secret.png"), folder.file("open/out.png"))
    symlink(folder.file("closed"), folder.file("open/folder"))
    try folder.write(TinyPNG.solid(), to: "open/true.png")
    symlink("true.png", folder.file("open/within.png"))
    for name in ["open/out.png", "open/folder/secret.png"] {
      #expect(try await denial(of: folder.file(name)).code == .denied)
    }
    #expect(try await pipeline.image(for: "file://\(folder.file("open/within.png"))").width == 1)
  }

  @Test("A root that is reached over a link is a root all the same")
  func linkedRoot() async throws {
    symlink(folder.file("open"), folder.file("link"))
    try folder.write(TinyPNG.solid(), to: "open/a.png")
    let linked = ImagePipeline.built { [folder] in $0.files = FilePolicy(roots: [folder.file("link")]) }
    #expect(try await linked.image(for: "file://\(folder.file("link/a.png"))").width == 1)
  }
}
