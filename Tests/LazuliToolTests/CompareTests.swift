import LazuliTestSupport
import Testing

@Suite("Comparing two pictures")
struct CompareTests {
  private func compare(_ line: String) throws -> (status: Int32, output: String) {
    try ToolRun([
      "left.png": TinyPNG.filled(width: 4, height: 2, with: [10, 20, 30, 255]),
      "right.png": TinyPNG.filled(width: 4, height: 2, with: [14, 20, 30, 255]),
      "clear.png": TinyPNG.filled(width: 4, height: 2, with: [1, 2, 3, 0]),
      "clear-too.png": TinyPNG.filled(width: 4, height: 2, with: [9, 9, 9, 0]),
      "small.png": TinyPNG.filled(width: 1, height: 1, with: [0, 0, 0, 255]),
    ])(line)
  }

  @Test("A picture is equal to itself, and colours that nobody sees do not count")
  func equal() throws {
    #expect(try compare("lazuli compare left.png left.png").output == "equal, 4×2 pixels\n")
    #expect(try compare("lazuli compare clear.png clear-too.png").output == "equal, 4×2 pixels\n")
  }

  @Test("The numbers are over all four samples: 4 in one of them is a mean of 1, and 42.11 dB")
  func numbers() throws {
    let result = try compare("lazuli compare --json left.png right.png")
    #expect(result.status == 0)
    #expect(result.output.contains("\"maximum\":4.0,\"mean\":1.0,\"psnr\":42.11"))
  }

  @Test(
    "The picture of the differences shows them where they are, as light as can be or as often as asked",
    arguments: [
      ("", 255, "63.75"), ("--amplify auto", 255, "63.75"), ("--amplify 1", 4, nil), ("--amplify 20", 80, "20"),
    ])
  func picture(option: String, red: Int, told: String?) throws {
    let result = try compare(
      """
      lazuli compare \(option) -o d.png left.png right.png >told && \
      lazuli fetch --format rgba -o - d.png | od -An -v -tu1 && cat told
      """)
    let samples = result.output.split(whereSeparator: \.isWhitespace).prefix(32).compactMap { Int($0) }
    #expect(samples == (0..<8).flatMap { _ in [red, 0, 0, 255] })
    #expect(result.output.contains("greatest difference 4 of 255, mean 1, PSNR 42.1102 dB"))
    #expect(result.output.contains("d.png shows \(told ?? "") times as much") == (told != nil), "\(result.output)")
  }

  @Test("What differs in 16 bits only is not equal, and shows")
  func deep() throws {
    let deep =
      "lazuli convert -q --16bit --rotate 20 left.png -o deep.png && lazuli convert -q deep.png -o flat.png && "
    #expect(try compare(deep + "lazuli compare deep.png deep.png").output.hasPrefix("equal"))
    let result = try compare(deep + "lazuli compare --json deep.png flat.png")
    #expect(result.output.contains("\"equal\":false,\"maximum\":0."), "\(result.output)")
  }

  @Test("On standard output the picture is alone, and the numbers are beside it")
  func composed() throws {
    let result = try compare("lazuli compare -o - left.png right.png 2>numbers | lazuli info - && cat numbers")
    #expect(result.output.contains("png, 4 × 2 pixels") && result.output.contains("42.1102 dB\n"), "\(result.output)")
  }

  @Test("Two sizes cannot be compared, one picture neither; a file that is there stays")
  func refused() throws {
    let sizes = try compare("lazuli compare left.png small.png")
    #expect(sizes.status == 2 && sizes.output.contains("left.png has 4×2 pixels and small.png 1×1"), "\(sizes.output)")
    #expect(try compare("lazuli compare left.png").status == 2)
    #expect(try compare("lazuli compare -o small.png left.png right.png").status == 2)
  }

  @Test("Each picture that cannot be read is named, and the file that cannot be written")
  func named() throws {
    let result = try compare("lazuli compare none.png nor-this.png")
    #expect(result.status == 3)
    #expect(result.output.hasPrefix("lazuli: none.png: ") && result.output.contains("\nlazuli: nor-this.png: "))
    let place = try compare("lazuli compare -o none/d.png left.png right.png")
    #expect(place.status == 3 && place.output.contains("none/d.png"), "\(place.output)")
  }
}
