import LazuliTestSupport

/// What Pillow, which shares no decoder for PNG and GIF with this project, reads from a file.
enum Pillow {
  struct Frame: Equatable {
    /// RGBA8 without gaps.
    var pixels: [UInt8]
    var milliseconds: Int
  }

  static let isThere = Shell.run("/usr/bin/python3 -c 'import PIL'").status == 0

  /// Says so when it is not.
  static func isMissing(_ test: String) -> Bool {
    if !isThere { print("\(test): no Pillow (python3-pil), skipped") }
    return !isThere
  }

  /// All frames as they are seen, and what the file says of repeating: Pillow's own number.
  static func read(_ path: String, in folder: TemporaryFolder) throws -> (frames: [Frame], loop: Int?) {
    let script = """
      import sys
      from PIL import Image
      im = Image.open(sys.argv[1])
      print(im.info.get('loop', -1), getattr(im, 'n_frames', 1), im.size[0] * im.size[1] * 4)
      with open(sys.argv[2], 'wb') as out:
          for index in range(getattr(im, 'n_frames', 1)):
              im.seek(index)
              print(round(im.info.get('duration', 0)))
              out.write(im.convert('RGBA').tobytes())
      """
    let pixels = folder.file("pillow.raw")
    try folder.write(Array(script.utf8), to: "pillow.py")
    let run = Shell.run("/usr/bin/python3 '\(folder.file("pillow.py"))' '\(path)' '\(pixels)'")
    guard run.status == 0 else { throw Failure(message: run.output) }
    let numbers = run.output.split { $0 == " " || $0 == "\n" }.compactMap { Int($0) }
    let bytes = try TestFile.bytes(at: pixels)
    let frames = (0..<numbers[1]).map { index in
      Frame(pixels: Array(bytes[index * numbers[2]..<(index + 1) * numbers[2]]), milliseconds: numbers[3 + index])
    }
    return (frames, numbers[0] < 0 ? nil : numbers[0])
  }

  struct Failure: Error { var message: String }
}

extension [UInt8] {
  /// RGBA8 whose transparent pixels are all the same.
  var withoutColorBehindAlpha: [UInt8] {
    var pixels = self
    for start in stride(from: 0, to: count, by: 4) where pixels[start + 3] == 0 {
      for index in start..<start + 3 { pixels[index] = 0 }
    }
    return pixels
  }
}
