import LazuliTestSupport

/// Runs the built tool in a folder of its own, which holds a picture, `a.png`.
struct ToolRun {
  private let folder: TemporaryFolder

  /// `files` lie in the folder too.
  init(_ files: [String: [UInt8]] = [:]) throws {
    folder = try TemporaryFolder()
    for (name, bytes) in files { try folder.write(bytes, to: name) }
    try folder.write(TinyPNG.filled(width: 1, height: 1, with: [1, 2, 3, 255]), to: "a.png")
  }

  /// Runs a line of the shell in the folder, with `lazuli` for the tool.
  func callAsFunction(_ line: String) -> (status: Int32, output: String) {
    Shell.run("cd \(folder.path) && lazuli() { \(Tool.path) \"$@\"; } && \(line)")
  }
}
