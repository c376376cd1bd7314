import EngineTestSupport
import Lazuli
import LazuliTestSupport
import Testing

@Suite("Photographs as GIF")
struct GIFQualityTests {
  @Test("256 colours are nearer to the picture than those of Pillow and of ImageMagick, dithered as well")
  func quality() async throws {
    guard let photographs = Cases.folder("photos"), !Pillow.isMissing("Photographs as GIF") else { return }
    let folder = try TemporaryFolder()
    let pipeline = ImagePipeline.built()
    let image = try await pipeline.image(from: photographs.bytes("10.png"))
    let path = try await folder.write(pipeline.encode(image, as: EncodeRequest("gif")), to: "ours.gif")
    try folder.write(photographs.bytes("10.png"), to: "a.png")
    try folder.write(Array(Self.script.utf8), to: "compare.py")
    let run = Shell.run("cd '\(folder.path)' && /usr/bin/python3 compare.py '\(path)'")
    let errors = run.output.split(separator: "\n").compactMap { Double($0) }
    try #require(run.status == 0 && errors.count >= 2, "\(run.output)")
    // A tenth less error than the best of them is half a decibel.
    for error in errors.dropFirst() { #expect(errors[0] < error * 0.9, "\(errors)") }
  }

  /// Prints the mean squared error of the file, of Pillow's and, where it is there, of ImageMagick's.
  private static let script = """
    import shutil, subprocess, sys
    from PIL import Image, ImageChops, ImageStat
    a = Image.open('a.png').convert('RGB')
    plain = a.quantize(256, dither=Image.Dither.NONE)
    a.quantize(palette=plain, dither=Image.Dither.FLOYDSTEINBERG).save('pillow.gif')
    files = [sys.argv[1], 'pillow.gif']
    if shutil.which('convert'):
        subprocess.check_call(['convert', 'a.png', 'magick.gif'])
        files.append('magick.gif')
    for name in files:
        difference = ImageChops.difference(a, Image.open(name).convert('RGB'))
        print(sum(ImageStat.Stat(difference).sum2) / (a.size[0] * a.size[1] * 3))
    """
}
