import LazuliTestSupport
import Testing

/// After the Thumbnail Managing Standard of freedesktop.org, and what GLib makes of it.
@Suite("Thumbnails")
struct ThumbnailTests {
  private let tool: ToolRun

  init() throws {
    tool = try ToolRun([
      "wide.png": TinyPNG.filled(width: 300, height: 150, with: [9, 200, 30, 255]), "bad.png": Array("no picture".utf8),
      "other-bad.png": TinyPNG(width: 3, height: 3).bytes,
    ])
  }

  /// Runs a line with a cache of its own, in `cache`.
  private func run(_ line: String) -> (status: Int32, output: String) {
    tool("export XDG_CACHE_HOME=$PWD/cache; \(line)")
  }

  @Test("All four folders are filled, never beyond the picture's own size; folders and files are the user's alone")
  func folders() {
    let result = run(
      """
      lazuli thumbnail -q wide.png && cd cache && stat -c '%a %n' . thumbnails thumbnails/* && cd thumbnails && \
      stat -c %a */*.png && for f in normal large x-large xx-large; do lazuli info $f/*.png | grep pixels; done
      """)
    #expect(
      result.output == """
        700 .
        700 thumbnails
        700 thumbnails/large
        700 thumbnails/normal
        700 thumbnails/x-large
        700 thumbnails/xx-large
        600
        600
        600
        600
          png, 128 × 64 pixels, 8 bits a sample, rgba8
          png, 256 × 128 pixels, 8 bits a sample, rgba8
          png, 300 × 150 pixels, 8 bits a sample, rgba8
          png, 300 × 150 pixels, 8 bits a sample, rgba8

        """)
  }

  @Test("The name is the MD5 of the URI, and the file says of what and when it was made")
  func texts() {
    let result = run(
      """
      cp wide.png 'a b.png'; touch -d @1234567890 'a b.png'; lazuli thumbnail -q --only large 'a b.png'; \
      echo "file://$PWD/a%20b.png"; \
      lazuli info cache/thumbnails/large/$(printf 'file://%s/a%%20b.png' "$PWD" | md5sum | cut -d' ' -f1).png
      """)
    let lines = result.output.split(separator: "\n").map { $0.drop { $0 == " " } }
    for text in [
      "Thumb::URI: \(lines[0])", "Thumb::MTime: 1234567890", "Thumb::Mimetype: image/png", "Thumb::Image::Width: 300",
      "Thumb::Image::Height: 150", "Software: Lazuli 1.0.0",
    ] { #expect(lines.contains(text[...]), "\(result.output)") }
    #expect(lines.contains { $0.hasPrefix("Thumb::Size: ") })
  }

  @Test("It is a PNG file of 8 bits, with alpha, not interlaced, whatever the picture is")
  func format() throws {
    let result = run(
      """
      lazuli convert -q --16bit --gray wide.png -o deep.png; lazuli convert -q wide.png -o photo.jpg; \
      lazuli thumbnail -q --only normal *.png photo.jpg 2>/dev/null; \
      for f in cache/thumbnails/normal/*.png; do od -An -tx1 -j24 -N5 $f; done
      """)
    #expect(result.output == String(repeating: " 08 06 00 00 00\n", count: 4))
  }

  @Test("GLib finds them, and finds them valid until the file changes")
  func lookup() {
    guard Shell.has("gio") else { return print("thumbnails: no gio, skipped") }
    let look = "gio info -a 'thumbnail::*' wide.png | grep thumbnail"
    let result = run("lazuli thumbnail -q wide.png && \(look); touch -d @5 wide.png; \(look)")
    #expect(result.output.contains("thumbnail::is-valid: TRUE"), "\(result.output)")
    #expect(result.output.contains("cache/thumbnails/xx-large/"))
    #expect(result.output.contains("thumbnail::is-valid: FALSE"), "\(result.output)")
  }

  @Test("A URI is escaped as GLib does it, byte for byte")
  func escaping() {
    guard Shell.has("gio") else { return print("thumbnails: no gio, skipped") }
    let octal = (1...255).filter { $0 != 0x2F }.map { "\\" + String($0, radix: 8) }
    let result = run(
      """
      mkdir -p d/e; n=$(printf '\(octal.joined())'); cp a.png "$n"; cp a.png d/e; \
      for f in "$n" ./d//e/../e/./a.png; do \
        gio info -- "$f" | sed -n 's/^uri: //p'; \
        lazuli thumbnail --json --only normal -- "$f" | sed 's/.*"uri":"//; s/","thumbnails.*//; s/\\\\\\\\/\\\\/g'; done
      """)
    let lines = result.output.split(separator: "\n")
    #expect(lines.count == 4 && lines[0] == lines[1] && lines[2] == lines[3], "\(result.output)")
  }

  @Test("What is up to date is kept; what is not, or is asked for by --force, is made again")
  func kept() {
    let result = run(
      """
      t='lazuli thumbnail --only normal'; $t wide.png; $t wide.png; $t --force wide.png; touch -d @5 wide.png; $t wide.png
      """)
    let isKept = result.output.split(separator: "\n").map { $0.hasSuffix("  up to date") }
    #expect(isKept == [false, true, false, false])
  }

  @Test("What cannot be decoded is remembered as that, until it changes", arguments: ["bad.png", "other-bad.png"])
  func failed(name: String) {
    let result = run(
      """
      t="lazuli thumbnail \(name)"; $t; echo $?; ls cache/thumbnails/fail/lazuli-1.0.0 | wc -l; ls cache/thumbnails; \
      $t; echo $?; $t --force 2>&1 | grep -c before; cp wide.png \(name); touch -d @5 \(name); $t | wc -l
      """)
    let lines = result.output.split(separator: "\n")
    #expect(lines.count == 8 && lines[1...3] == ["4", "1", "fail"], "\(result.output)")
    #expect(lines[4].contains("before; --force tries again") && lines[5...] == ["4", "0", "4"], "\(result.output)")
  }

  @Test("There is no thumbnail of a thumbnail, nor of what is no file")
  func refused() {
    let result = run(
      """
      lazuli thumbnail -q --only normal wide.png && lazuli thumbnail cache/thumbnails/normal/*.png; echo $?; \
      lazuli thumbnail data:,x; echo $?; lazuli thumbnail - <a.png; echo $?; lazuli thumbnail none.png; echo $?; \
      lazuli thumbnail --size 3 a.png; echo $?; lazuli thumbnail --only huge a.png; echo $?; ls cache/thumbnails
      """)
    let codes = result.output.split(separator: "\n").filter { Int($0) != nil }
    #expect(codes == ["2", "2", "2", "3", "2", "2"], "\(result.output)")
    #expect(result.output.hasSuffix("\nnormal\n"))
  }

  @Test("A valid thumbnail of a shared repository will do")
  func shared() throws {
    var file = TinyPNG(width: 1, height: 1)
    for (keyword, text) in [("Thumb::URI", "a.png"), ("Thumb::MTime", "5")] {
      file.add("tEXt", Array("\(keyword)\0\(text)".utf8))
    }
    file.add("IDAT", TinyPNG.data(width: 1, height: 1, of: [1, 2, 3, 4]))
    file.add("IEND", [])
    let tool = try ToolRun(["shared.png": file.bytes])
    let result = tool(
      """
      export XDG_CACHE_HOME=$PWD/cache; touch -d @5 a.png; mkdir -p .sh_thumbnails/normal; \
      cp shared.png .sh_thumbnails/normal/$(printf a.png | md5sum | cut -d' ' -f1).png; \
      lazuli thumbnail --only normal a.png; test ! -e cache
      """)
    #expect(result.status == 0 && result.output.contains("/.sh_thumbnails/normal/"), "\(result.output)")
  }

  @Test("For a file manager one picture goes into a file that is there already")
  func single() {
    let result = run(
      """
      echo old >out; for n in 60 1000; do lazuli thumbnail --size $n "file://$PWD/wide.png" out; \
      lazuli info out | grep -e pixels -e Width; done; test ! -e cache && ls -A | wc -l
      """)
    #expect(
      result.output == """
          png, 60 × 30 pixels, 8 bits a sample, rgba8
          Thumb::Image::Width: 300
          png, 300 × 150 pixels, 8 bits a sample, rgba8
          Thumb::Image::Width: 300
        5

        """)
  }

  @Test("File managers are told of all media types that the plugins declare")
  func mediaTypes() throws {
    let root = Cases.packageRoot
    var declared: Set<String> = []
    for name in ["png", "jpeg", "gif"] {
      let manifest = try TestJSON(parsing: TestFile.bytes(at: "\(root)/Plugins/\(name)/plugin.json"))
      for codec in manifest["codecs"]?.elements ?? [] {
        declared.formUnion(codec["media_types"]?.elements.compactMap(\.string) ?? [])
      }
    }
    let file = try TestFile.bytes(at: "\(root)/Sources/LazuliTool/Share/lazuli.thumbnailer")
    let line = String(decoding: file, as: UTF8.self).split(separator: "\n").first { $0.hasPrefix("MimeType=") }
    #expect(Set(line?.dropFirst(9).split(separator: ";").map(String.init) ?? []) == declared)
  }
}
