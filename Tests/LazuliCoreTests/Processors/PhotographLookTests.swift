import LazuliCore
import LazuliTestSupport
import Testing

/// What does not change the size of a photograph, opaque and with soft edges, against Pillow.
@Suite("Looks of photographs against Pillow")
struct PhotographLookTests {
  private static let script = """
    import math, sys
    from PIL import Image, ImageChops, ImageDraw, ImageOps
    source, folder = sys.argv[1:]
    image = Image.open(source).convert('RGB').crop((200, 100, 440, 270)).convert('RGBA')
    w, h = image.size
    # Alpha with hard and soft edges.
    alpha = Image.radial_gradient('L').resize(image.size).point(lambda v: 255 if v < 90 else 0 if v > 200 else 255 - v)
    soft = image.copy(); soft.putalpha(alpha)
    def save(name, image): open(folder + '/' + name, 'wb').write(image.convert('RGBA').tobytes())
    def colors(change, picture):
        changed = change(picture.convert('RGB')).convert('RGBA'); changed.putalpha(picture.getchannel('A'))
        return changed
    luma = (0.2126, 0.7152, 0.0722, 0)
    gray = lambda rgb: rgb.convert('L', luma).convert('RGB')
    # Sides of shapes are drawn 32 times as large.
    def shape(size, edge, radius):
        big = Image.new('L', (size[0] * 32, size[1] * 32)); k = edge * 32
        ImageDraw.Draw(big).rounded_rectangle((k, k, big.width - k - 1, big.height - k - 1), radius * 32, 255)
        return big.reduce(32)
    def cut(picture, mask):
        result = picture.copy(); result.putalpha(ImageChops.multiply(picture.getchannel('A'), mask)); return result
    def turned(picture, degrees):
        c, s = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
        size = [math.ceil(side - 1e-6) for side in (abs(w * c) + abs(h * s), abs(w * s) + abs(h * c))]
        # Beyond the edge there is what is transparent.
        wide = ImageOps.expand(picture.convert('RGBa'), border=2)
        x, y = (w / 2 + 2, h / 2 + 2); u, v = size[0] / 2, size[1] / 2
        matrix = (c, s, x - c * u - s * v, -s, c, y + s * u - c * v)
        return wide.transform(tuple(size), Image.AFFINE, matrix, Image.BILINEAR).convert('RGBA')
    for name, picture in (('source', image), ('soft', soft)):
        save(name, picture)
        save(name + '-crop', picture.crop((31, 17, 150, 99)))
        save(name + '-flip', ImageOps.flip(picture))
        for number, method in ((5, Image.TRANSPOSE), (7, Image.TRANSVERSE), (8, Image.ROTATE_90)):
            save(f'{name}-{number}', picture.transpose(method))
        save(name + '-gray', colors(gray, picture))
        save(name + '-tint', colors(lambda i: Image.blend(i, Image.new('RGB', i.size, (200, 30, 90)), 0.35), picture))
        save(name + '-contrast', colors(lambda i: i.point(lambda v: round((v - 127.5) * 1.7 + 127.5)), picture))
        save(name + '-saturation', colors(lambda i: Image.blend(gray(i), i, 0.4), picture))
        save(name + '-premultiplied', picture.convert('RGBa').convert('RGBA'))
        save(name + '-turned', turned(picture, 30))
        save(name + '-round', cut(picture, shape(picture.size, 0, 40)))
        square = picture.crop(((w - h) // 2, 0, (w - h) // 2 + h, h))
        save(name + '-circle', cut(square, shape(square.size, 0, h / 2)))
        # What lies beyond the paint is cut off with it.
        ring = ImageChops.invert(shape(picture.size, 9, 31))
        paint = Image.new('RGBA', picture.size, (200, 30, 90, 255)); paint.putalpha(ring)
        border = Image.alpha_composite(picture, paint)
        save(name + '-border', cut(border, shape(picture.size, 0, 40)))
        padded = Image.new('RGBA', (w + 14, h + 14), (200, 30, 90, 255)); padded.paste(picture, (7, 7))
        save(name + '-pad', padded)
        ground = Image.new('RGBA', picture.size, (200, 30, 90, 255)); ground.alpha_composite(picture)
        save(name + '-flat', ground)
    print(w, h)
    """

  private static let rose = RGBColor(red: 200, green: 30, blue: 90)

  /// With the greatest and the mean difference. Pillow rounds to 8 bits at every step, and its curves are drawn from
  /// squares of a 32nd of a pixel.
  private static let looks: [(name: String, processor: any ImageProcessor, maximum: Double, mean: Double)] = [
    ("crop", CropProcessor(x: 31, y: 17, width: 119, height: 82), 0, 0),
    ("flip", FlipProcessor(.vertical), 0, 0),
    ("5", OrientProcessor(.leftMirrored), 0, 0),
    ("7", OrientProcessor(.rightMirrored), 0, 0),
    ("8", OrientProcessor(.left), 0, 0),
    ("gray", GrayscaleProcessor(), 1, 0.1),
    ("tint", TintProcessor(rose, strength: 0.35), 1, 0.5),
    ("contrast", ColorAdjustmentProcessor(contrast: 1.7), 1, 0.1),
    ("saturation", ColorAdjustmentProcessor(saturation: 0.4), 1, 0.5),
    ("premultiplied", ThereAndBack(), 1, 0.02),
    ("turned", RotateProcessor(degrees: 30), 3, 0.3),
    ("round", RoundCornersProcessor(radius: 40), 4, 0.02),
    ("circle", CircleProcessor(), 4, 0.02),
    ("border", BorderProcessor(width: 9, color: RGBAColor(rose), cornerRadius: 40), 4, 0.02),
    ("pad", PadProcessor(.edges(top: 7, left: 7, bottom: 7, right: 7), background: RGBAColor(rose)), 0, 0),
    ("flat", FlattenProcessor(onto: rose), 1, 0.1),
  ]

  @Test("Each look is Pillow's, of opaque pixels and at soft edges", arguments: ["source", "soft"])
  func looks(name: String) throws {
    try PhotographRun.run(Self.script) { run in
      let pixels = try run.read(name)
      for look in Self.looks {
        try run.check("\(name)-\(look.name)", look.processor, of: pixels, maximum: look.maximum, mean: look.mean)
      }
    }
  }
}

/// Multiplied by alpha and divided by it again.
private struct ThereAndBack: ImageProcessor {
  var identity: String { "premultiplied and back" }

  func process(_ pixels: PixelBuffer, pool: PixelBufferPool) throws(ImageError) -> PixelBuffer {
    try UnpremultiplyProcessor().process(PremultiplyProcessor().process(pixels, pool: pool), pool: pool)
  }
}
