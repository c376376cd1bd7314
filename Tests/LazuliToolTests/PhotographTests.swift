import LazuliTestSupport
import Testing

/// The tool against Pillow and ImageMagick, where they are: that options do what their names say. The arithmetic
/// is held to its bounds in LazuliCoreTests.
@Suite("Options on a photograph, against others")
struct PhotographTests {
  /// Runs `other`, which writes other.png of photo.png, and answers how much `options` differ from that.
  private func difference(_ options: String, _ other: String) throws -> (maximum: Double, mean: Double)? {
    guard let cases = Cases.folder("photos"), let name = try cases.names(endingWith: ".png").first else { return nil }
    let program = String(other.split(separator: " ").first ?? "")
    let test = program == "convert" ? "command -v convert" : "\(program) -c 'import PIL'"
    guard Shell.run(test).status == 0 else {
      print("photograph: no ImageMagick or Pillow, skipped: \(options)")
      return nil
    }
    let tool = try ToolRun(["photo.png": cases.bytes(name)])
    let result = tool(
      "\(other) && lazuli convert -q \(options) photo.png -o own.png && lazuli compare --json own.png other.png")
    let numbers = try? TestJSON(parsing: Array(result.output.utf8))
    let (maximum, mean) = try (
      #require(numbers?["maximum"]?.number, "\(result.output)"), #require(numbers?["mean"]?.number)
    )
    print("\(options): at most \(maximum), \(mean) in the mean")
    return (maximum, mean)
  }

  private static func pillow(_ expression: String) -> String {
    "/usr/bin/python3 -c 'from PIL import Image; i = Image.open(\"photo.png\"); \(expression).save(\"other.png\")'"
  }

  @Test(
    "Cutting and turning moves pixels and changes none",
    arguments: [
      ("--crop 200x100+30+40", pillow("i.crop((30, 40, 230, 140))")),
      ("--rotate 90", pillow("i.transpose(Image.Transpose.ROTATE_270)")),
      ("--rotate -90", pillow("i.transpose(Image.Transpose.ROTATE_90)")),
    ])
  func exact(options: String, other: String) throws {
    guard let difference = try difference(options, other) else { return }
    #expect(difference.maximum == 0)
  }

  /// Pillow rounds and clips to 8 bits between its passes, which shows at edges when it enlarges.
  @Test(
    "What is mixed is mixed as others mix it",
    arguments: [
      ("--exact 201x157 --filter lanczos3", pillow("i.resize((201, 157), Image.Resampling.LANCZOS)"), 10, 0.2),
      ("--fit 192x --filter catmull-rom", pillow("i.resize((192, i.height * 192 // i.width), 3)"), 10, 0.2),
      ("--exact 800x900", pillow("i.resize((800, 900), Image.Resampling.BICUBIC)"), 16, 0.2),
      ("--gray", "convert photo.png -grayscale Rec709Luma other.png", 1, 0.4),
      ("--fit 192x --linear", "convert photo.png -colorspace RGB -scale 192x -colorspace sRGB other.png", 2, 0.4),
    ])
  func mixed(options: String, other: String, maximum: Double, mean: Double) throws {
    guard let difference = try difference(options, other) else { return }
    #expect(difference.maximum <= maximum && difference.mean <= mean, "\(difference)")
  }
}
