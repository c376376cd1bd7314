import EngineTestSupport
import Glibc
import Lazuli
import LazuliTestSupport
import Testing

@Suite("Files that change or refuse", .timeLimit(.minutes(10)))
struct ChangingFileTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Larger than one piece of a body, so that the file is still open when the first one comes.
  private let bytes = [UInt8](repeating: 7, count: 2 << 20)

  @Test("A file that shrinks while it is read is truncated, and nothing crashes")
  func shrinks() async throws {
    let path = try folder.write(bytes, to: "a.bin")
    let answer = try await JudgingSink.run(
      PluginCatalog.built(), "file://\(path)", atFirstChunk: { truncate(path, 1000) }, judge: { _ in true })
    #expect(answer.error?.code == .truncated, "\(answer)")
    #expect(answer.error?.plugin == "org.lazuli.file")
    #expect(answer.hasResponse && answer.byteCount < bytes.count)
  }

  @Test("A file that is written to while it is read is no whole file")
  func changes() async throws {
    let path = try folder.write(bytes, to: "a.bin")
    let answer = try await JudgingSink.run(
      PluginCatalog.built(), "file://\(path)",
      atFirstChunk: {
        guard let file = fopen(path, "ab") else { return }
        fputs("more", file)
        fclose(file)
      }, judge: { _ in true })
    #expect(answer.error?.code == .inputOutput, "\(answer)")
  }

  @Test("A file that this user may not read says so")
  func unreadable() async throws {
    let path = try folder.write(TinyPNG.solid(), to: "secret.png")
    chmod(path, 0)
    if geteuid() == 0 { return try await unreadableForAnother(path) }
    let error = try await failure { () async throws(ImageError) in
      try await ImagePipeline.built().image(for: "file://\(path)")
    }
    #expect(error.code == .accessDenied && error.code.fault == .environment && error.message.contains(path), "\(error)")
  }

  /// Root may read everything: another user's process has to try.
  private func unreadableForAnother(_ path: String) async throws {
    chmod(folder.path, 0o755)
    let other = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", Tool.path]
    guard Shell.run((other + ["--version"]).joined(separator: " ")).status == 0 else {
      return print("Running as root, and the tool cannot be run as somebody else: unreadable files skipped")
    }
    let run = Shell.run((other + ["info", "--json", path]).joined(separator: " "))
    let answer = try TestJSON(parsing: Array(run.output.utf8))
    #expect(run.status == 3)
    #expect(answer["error"]?["code"]?.string == "access-denied", "\(run.output)")
    #expect(answer["error"]?["message"]?.string?.contains(path) == true)
  }

  @Test("A folder and a device are no pictures")
  func others() async throws {
    for (path, code) in [(folder.path, ImageError.Code.isDirectory), ("/dev/null", .notAFile)] {
      let error = try await failure { () async throws(ImageError) in
        try await ImagePipeline.built().image(for: "file://\(path)")
      }
      #expect(error.code == code && error.message.contains(path), "\(error)")
    }
  }
}
