import Glibc
import LazuliTestSupport
import Testing

@Suite("The layout of the contract")
struct LayoutTests {
  private let snapshot = "\(Cases.packageRoot)/docs/abi/layout-1.txt"

  @Test("Sizes, offsets and numbers are those of the snapshot")
  func layout() throws {
    guard Shell.has("cc") else {
      print("Layout of the contract: no C compiler, skipped")
      return
    }
    let text = try currentLayout()
    // How a deliberate addition is written down.
    if getenv("LAZULI_RECORD_LAYOUT") != nil { write(text, to: snapshot) }
    let recorded = String(decoding: try TestFile.bytes(at: snapshot), as: UTF8.self)
    let now = text.split(separator: "\n")
    let then = recorded.split(separator: "\n")
    #expect(now.count > 400)
    let difference = now.difference(from: then)
    #expect(difference.isEmpty, "\(difference)")
  }

  @Test("Members are read off the headers as they are written")
  func reader() throws {
    let headers = try Headers()
    #expect(headers.structs.contains(.init(name: "lzl_bytes", members: ["data", "size"])))
    #expect(headers.structs.contains(.init(name: "lzl_host_log", members: ["context", "log"])))
    #expect(headers.structs.contains(.init(name: "lzl_event", members: ["kind", "reserved", "reserved_2", "payload"])))
    #expect(headers.constants.contains("LZL_ERROR_CORRUPT"))
    #expect(headers.constants.contains("LZL_DECODER"))
  }

  /// Asks the C compiler.
  private func currentLayout() throws -> String {
    let folder = "/tmp/lazuli-layout-\(getpid())"
    mkdir(folder, 0o700)
    defer { _ = Shell.run("rm -r \(folder)") }
    write(try program(), to: "\(folder)/layout.c")
    let compiler = Shell.run("cc -std=c11 -I'\(Headers.folder)' -o \(folder)/layout \(folder)/layout.c")
    #expect(compiler.status == 0, "\(compiler.output)")
    return Shell.run("\(folder)/layout").output
  }

  private func program() throws -> String {
    let headers = try Headers()
    var lines = [
      "#include <lazuli/lazuli.h>", "#include <stdio.h>",
      "#define SHOW(x) _Generic((x), char *: show_text, default: show_number)(#x, (uint64_t)(x))",
      "static void show_text(const char *name, uint64_t value) { printf(\"%s \\\"%s\\\"\\n\", name, (const char *)value); }",
      "static void show_number(const char *name, uint64_t value) { printf(\"%s %llu\\n\", name, (unsigned long long)value); }",
      "#define STRUCT(t) printf(\"%s size %zu\\n\", #t, sizeof(t))",
      "#define MEMBER(t, m) printf(\"%s.%s at %zu, size %zu\\n\", #t, #m, offsetof(t, m), sizeof(((t *)0)->m))",
      "int main(void) {",
    ]
    for value in headers.structs {
      lines.append("STRUCT(\(value.name));")
      lines += value.members.map { "MEMBER(\(value.name), \($0));" }
    }
    lines += headers.constants.map { "SHOW(\($0));" }
    return (lines + ["}", ""]).joined(separator: "\n")
  }

  private func write(_ text: String, to path: String) {
    guard let file = fopen(path, "w") else { return }
    fputs(text, file)
    fclose(file)
  }
}
