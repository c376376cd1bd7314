import Glibc
import LazuliCore
import LazuliTestSupport
import Testing

/// Resizing with Pillow's arithmetic: first across, then down, and 8 bits, premultiplied and clipped, between them.
private struct PillowResize: ImageProcessor {
  let size: ImageSize
  let filter: ResizeFilter

  init(_ width: Int, _ height: Int, _ filter: ResizeFilter) {
    size = ImageSize(width: width, height: height)
    self.filter = filter
  }

  var identity: String { "two passes by \(filter.rawValue)" }

  func process(_ pixels: PixelBuffer, pool: PixelBufferPool) throws(ImageError) -> PixelBuffer {
    // Opaque pixels clip the same without it.
    var pixels = try PremultiplyProcessor().process(pixels, pool: pool)
    pixels = try ResizeProcessor(width: size.width, height: pixels.height, filter: filter).process(pixels, pool: pool)
    pixels = try ResizeProcessor(width: size.width, height: size.height, filter: filter).process(pixels, pool: pool)
    return try UnpremultiplyProcessor().process(pixels, pool: pool)
  }
}

/// Photographs as Pillow reads and processes them, against what is made here of the same pixels.
@Suite("Photographs against Pillow and ImageMagick")
struct PhotographTests {
  private static let script = """
    import sys
    from PIL import Image, ImageEnhance, ImageOps
    source, folder = sys.argv[1:]
    image = Image.open(source).convert('RGBA')
    # Alpha with hard and soft edges.
    alpha = Image.radial_gradient('L').resize(image.size).point(lambda v: 255 if v < 90 else 0 if v > 200 else 255 - v)
    soft = image.copy(); soft.putalpha(alpha)
    w, h = image.size
    def save(name, image): open(folder + '/' + name, 'wb').write(image.convert('RGBA').tobytes())
    save('source', image); save('soft', soft)
    for name, kind in (('catmull-rom', Image.BICUBIC), ('lanczos3', Image.LANCZOS), ('area', Image.BOX)):
        for label, picture in (('source', image), ('soft', soft)):
            save(f'{label}-{name}', picture.resize((w // 4, h // 4), kind))
    for name, kind in (('catmull-rom', Image.BICUBIC), ('lanczos3', Image.LANCZOS)):
        save('odd-' + name, image.resize((201, 157), kind))
        save('large-' + name, image.resize((800, 540), kind))
    save('bright', ImageEnhance.Brightness(image).enhance(0.6))
    save('mirror', ImageOps.mirror(image)); save('quarter', image.rotate(-90, expand=True))
    save('padded', ImageOps.expand(image.convert('RGB'), border=7, fill=(1, 2, 3)))
    save('fitted', ImageOps.fit(image.crop((0, 0, w // 4 * 4, h // 4 * 4)), (100, 100), Image.LANCZOS))
    print(w, h)
    """

  @Test("Processors make of photographs what Pillow makes of them")
  func pillow() throws {
    try PhotographRun.run(Self.script) { run in
      let (source, soft) = try (run.read("source"), run.read("soft"))
      let (width, height) = (run.size.width, run.size.height)
      func check(
        _ name: String, _ processor: any ImageProcessor, maximum: Double, mean: Double, of pixels: PixelBuffer? = nil
      ) throws {
        try run.check(name, processor, of: pixels ?? source, maximum: maximum, mean: mean)
      }
      for filter in ResizeFilter.allCases {
        let twice = PillowResize(width / 4, height / 4, filter)
        // Of an average of 16 samples every 16th lies in the middle between two.
        let ties = filter == .areaAverage ? 0.2 : 0
        try check("source-\(filter.rawValue)", twice, maximum: 2, mean: 0.005 + ties)
        try check("soft-\(filter.rawValue)", twice, maximum: 2, mean: 0.08 + ties, of: soft)
        let once = ResizeProcessor(width: width / 4, height: height / 4, filter: filter)
        try check("source-\(filter.rawValue)", once, maximum: 10, mean: 0.2)
        try check("soft-\(filter.rawValue)", once, maximum: 10, mean: 0.3, of: soft)
      }
      for filter in [ResizeFilter.catmullRom, .lanczos3] {
        try check("odd-\(filter.rawValue)", PillowResize(201, 157, filter), maximum: 2, mean: 0.005)
        try check("large-\(filter.rawValue)", PillowResize(800, 540, filter), maximum: 2, mean: 0.005)
      }
      let box = ImageSize(width: 100, height: 100)
      let fill = ResizeProcessor(.fill(box), filter: .lanczos3, gravity: .center)
      // Pillow cuts to a fraction of a pixel, this to whole ones of the target.
      try check("fitted", fill, maximum: 12, mean: 0.6)
      try check("bright", ColorAdjustmentProcessor(brightness: 0.6), maximum: 1, mean: 0.6)
      try check("mirror", FlipProcessor(.horizontal), maximum: 0, mean: 0)
      try check("quarter", RotateProcessor(degrees: 90), maximum: 0, mean: 0)
      let pad = PadProcessor(
        .edges(top: 7, left: 7, bottom: 7, right: 7), background: RGBAColor(red: 1, green: 2, blue: 3))
      try check("padded", pad, maximum: 0, mean: 0)
    }
  }

  @Test("A blurred photograph is ImageMagick's, to its edges and those of its alpha")
  func magick() throws {
    guard Shell.has("convert") else { return print("photographs: no ImageMagick, skipped") }
    try PhotographRun.run(Self.script) { run in
      let (folder, size) = (run.folder, "\(run.size.width)x\(run.size.height)")
      for name in ["source", "soft"] {
        for sigma in [1.5, 15] {
          let shape = "\(Int(4 * sigma) + 1)x\(sigma)"
          let made = Shell.run(
            "convert -size \(size) -depth 8 rgba:\(folder)/\(name) -blur \(shape) rgba:\(folder)/blurred")
          try #require(made.status == 0, "\(made.output)")
          let blur = GaussianBlurProcessor(sigma: sigma)
          try run.check("blurred", blur, of: run.read(name), maximum: 2, mean: 0.3)
        }
      }
    }
  }
}
