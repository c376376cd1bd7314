import Glibc
import LazuliCore
import LazuliTestSupport
import Testing

@testable import LazuliPlugins

@Suite("Files which others could have written")
struct TrustTests {
  private func load(_ spoil: (PluginFolder) -> Void) -> ImageError? {
    let folder = PluginFolder()
    folder.add("plugin", manifest: TestManifests.dotsC, product: "TestDotsC")
    spoil(folder)
    do throws(ImageError) {
      _ = try folder.catalog().decoders(for: DotsTests.file, hint: .init())
      return nil
    } catch {
      return error
    }
  }

  @Test("A manifest, library or folder writable by everybody is refused before it is loaded")
  func writableByAll() {
    #expect(load { _ in } == nil)
    for name in ["plugin/plugin.json", "plugin/libTestDotsC.so", "plugin", ""] {
      let error = load { chmod("\($0.path)/\(name)", 0o777) }
      #expect(error?.message.contains("writable by everybody") == true, "\(name)")
    }
  }

  @Test("A folder with the sticky bit will do above the plugin's own, not as its own")
  func sticky() {
    #expect(load { chmod("\($0.path)/plugin", 0o1777) } != nil)
    #expect(load { chmod($0.path, 0o1777) } == nil)
  }

  @Test("A link out of the folder is refused, one within it is not")
  func links() {
    let outside = load { folder in
      unlink("\(folder.path)/plugin/libTestDotsC.so")
      symlink("\(BuildFolder.path)/libTestDotsC.so", "\(folder.path)/plugin/libTestDotsC.so")
    }
    #expect(outside?.message.contains("a link out of its folder") == true)
    let inside = load { folder in
      rename("\(folder.path)/plugin/libTestDotsC.so", "\(folder.path)/plugin/lib1.so")
      symlink("lib1.so", "\(folder.path)/plugin/libTestDotsC.so")
    }
    #expect(inside == nil)
  }

  @Test("A library which the system's loader would wait for, or die of, is refused", arguments: [0, 64, 5000])
  func unloadable(byteCount: Int) {
    let pipe = load { folder in
      unlink("\(folder.path)/plugin/libTestDotsC.so")
      mkfifo("\(folder.path)/plugin/libTestDotsC.so", 0o600)
    }
    #expect(pipe?.message.contains("not a regular file") == true)
    let cut = load { truncate("\($0.path)/plugin/libTestDotsC.so", byteCount) }
    #expect(cut?.code == .pluginRejected)
  }

  private func objection(owner: uid_t, group: gid_t = 0, mode: mode_t, user: uid_t = 1000) -> String? {
    var status = stat()
    status.st_uid = owner
    status.st_gid = group
    status.st_mode = S_IFREG | mode
    return FileTrust(user: user).objection(to: "file", status, mayBeSticky: false)
  }

  @Test("Files belong to root or to the user")
  func owners() {
    #expect(objection(owner: 0, mode: 0o644) == nil)
    #expect(objection(owner: 1000, mode: 0o644) == nil)
    #expect(objection(owner: 1001, mode: 0o644)?.contains("belongs to user 1001") == true)
  }

  @Test("A group may write only when it is the owner's alone")
  func groups() {
    #expect(objection(owner: 0, group: 0, mode: 0o664) == nil)
    #expect(objection(owner: 0, group: 54_321, mode: 0o664)?.contains("group 54321") == true)
    #expect(objection(owner: 1000, group: 0, mode: 0o664)?.contains("group 0") == true)
  }
}
