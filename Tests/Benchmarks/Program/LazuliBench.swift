import Glibc
import Lazuli

/// What the benchmarks run of the engine, as a host program would.
///
///     LazuliBench decode FILE COUNT                 a file in memory to pixels, COUNT times: CPU ms of each
///     LazuliBench decode-unlimited FILE COUNT       the same without a limit on time, for valgrind
///     LazuliBench encode FILE COUNT FORMAT          pixels in memory to a file: CPU ms and bytes of each
///     LazuliBench resize FILE COUNT SIDE FILTER     its pixels to a width, COUNT times: CPU ms of each
///     LazuliBench tasks - COUNT                     what tasks cost: queued, moved, cancelled, joined, from memory
///     LazuliBench fetch BASE COUNT CONFIGURATION    COUNT bodies BASE/0 … at once
///     LazuliBench images BASE COUNT CONFIGURATION   COUNT images BASE/0.jpg … at once, decoded
///     LazuliBench animation FILE COUNT              COUNT frames played as they come: MB at the most, ms each
///     LazuliBench previews FILE MILLISECONDS        as a progressive JPEG that takes so long: previews, their share
@main
struct LazuliBench {
  /// Not asynchronous: valgrind crashes when the main thread is given up.
  static func main() {
    let words = CommandLine.arguments
    guard words.count >= 4, let number = Int(words[3]) else { return print("see the source for usage") }
    Task.detached {
      do {
        try await run(words, number)
        exit(0)
      } catch {
        print(error)
        exit(1)
      }
    }
    while true { pause() }
  }

  private static func run(_ words: [String], _ number: Int) async throws {
    switch words[1] {
    case "decode": try await decode(words[2], count: number)
    case "decode-unlimited": try await decode(words[2], count: number, isUnlimited: true)
    case "encode": try await encode(words[2], count: number, as: words.count > 4 ? words[4] : "png")
    case "resize": try await resize(words[2], count: number, side: words[4], filter: words[5])
    case "tasks": try await TaskBench(count: number).run()
    case "fetch": try await fetch(words[2], count: number, configuration: words.count > 4 ? words[4] : nil)
    case "images": try await images(words[2], count: number, configuration: words[4])
    case "animation": try await AnimationBench(frameCount: number).run(try readFile(words[2]))
    case "previews": try await PreviewBench(duration: .milliseconds(number)).run(try readFile(words[2]))
    default: print("unknown: \(words[1])")
    }
  }

  private static func decode(_ path: String, count: Int, isUnlimited: Bool = false) async throws {
    var configuration = Configuration()
    if isUnlimited { configuration.limits.maximumDecodingTime = nil }
    let pipeline = ImagePipeline(configuration, memoryCache: nil)
    let bytes = ByteChunk(try readFile(path))
    var options = ImageOptions()
    options.pixelFormat = .rgba8
    for _ in 0..<count {
      let start = cpuMilliseconds()
      _ = try await pipeline.image(from: bytes, options)
      print(cpuMilliseconds() - start)
    }
  }

  /// "progressive" is JPEG.
  private static func encode(_ path: String, count: Int, as format: String) async throws {
    let pipeline = ImagePipeline()
    let image = try await pipeline.image(from: ByteChunk(try readFile(path)))
    var request = EncodeRequest(format == "progressive" ? "jpeg" : format)
    request.options.quality = 85
    request.options.isProgressive = format == "progressive"
    for _ in 0..<count {
      let start = cpuMilliseconds()
      let file = try await pipeline.encode(image, as: request)
      print(cpuMilliseconds() - start, file.count)
    }
  }

  private static func resize(_ path: String, count: Int, side: String, filter: String) async throws {
    let pixels = try await ImagePipeline().image(from: ByteChunk(try readFile(path))).pixels
    let filter = ResizeFilter(rawValue: filter) ?? .areaAverage
    let width = Int(side) ?? 256
    let processor = ResizeProcessor(width: width, height: pixels.height * width / pixels.width, filter: filter)
    let pool = PixelBufferPool()
    for _ in 0..<count {
      let start = cpuMilliseconds()
      _ = try processor.process(pixels, pool: pool)
      print(cpuMilliseconds() - start)
    }
  }

  /// The bodies are taken as they come and let go, as a program would which writes them elsewhere.
  private static func fetch(_ base: String, count: Int, configuration: String?) async throws {
    let pipeline = ImagePipeline(try configuration.map { try Configuration(contentsOf: $0) } ?? Configuration())
    let total = try await withThrowingTaskGroup(of: Int.self) { group in
      for index in 0..<count {
        group.addTask { try await pipeline.data(for: "\(base)/\(index)").body.count }
      }
      return try await group.reduce(0, +)
    }
    print(total)
  }

  /// Shown and let go, as by a list which is scrolled.
  private static func images(_ base: String, count: Int, configuration: String) async throws {
    let pipeline = ImagePipeline(try Configuration(contentsOf: configuration), memoryCache: nil)
    let total = try await withThrowingTaskGroup(of: Int.self) { group in
      for index in 0..<count {
        group.addTask { try await pipeline.image(for: "\(base)/\(index).jpg").pixels.height }
      }
      return try await group.reduce(0, +)
    }
    print(total)
  }

  static func readFile(_ path: String) throws -> [UInt8] {
    guard let file = fopen(path, "rb") else { throw ImageError(.notFound, at: .request, "Cannot read \(path)") }
    defer { fclose(file) }
    fseek(file, 0, SEEK_END)
    var bytes = [UInt8](repeating: 0, count: ftell(file))
    rewind(file)
    _ = fread(&bytes, 1, bytes.count, file)
    return bytes
  }

  static func cpuMilliseconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1e3 + Double(time.tv_nsec) / 1e6
  }
}
