import Glibc
import Lazuli

/// What the benchmarks run of the engine, as a host program would.
///
///     LazuliBench decode FILE COUNT     a file in memory to pixels, COUNT times: CPU ms of each
///     LazuliBench thumbnail FILE SIDE   one file to a small picture
///     LazuliBench fetch BASE COUNT      COUNT bodies BASE/0 … at once
@main
struct LazuliBench {
  static func main() async throws {
    let words = CommandLine.arguments
    guard words.count == 4, let number = Int(words[3]) else { return print("see the source for usage") }
    let work = Task.detached { () async throws -> Void in
      switch words[1] {
      case "decode": try await decode(words[2], count: number)
      case "thumbnail": try await thumbnail(words[2], side: number)
      case "fetch": try await fetch(words[2], count: number)
      default: print("unknown: \(words[1])")
      }
    }
    try await work.value
  }

  private static func decode(_ path: String, count: Int) async throws {
    let pipeline = ImagePipeline()
    let bytes = ByteChunk(try readFile(path))
    var options = ImageOptions()
    options.pixelFormat = .rgba8
    for _ in 0..<count {
      let start = cpuMilliseconds()
      _ = try await pipeline.image(from: bytes, options)
      print(cpuMilliseconds() - start)
    }
  }

  private static func thumbnail(_ path: String, side: Int) async throws {
    var options = ImageOptions()
    options.targetSize = .fit(ImageSize(width: side, height: side))
    let image = try await ImagePipeline().image(for: "file://\(path)", options)
    print(image.width, image.height)
  }

  /// The bodies are taken as they come and let go, as a program would which writes them elsewhere.
  private static func fetch(_ base: String, count: Int) async throws {
    let pipeline = ImagePipeline()
    let total = try await withThrowingTaskGroup(of: Int.self) { group in
      for index in 0..<count {
        group.addTask { try await pipeline.data(for: "\(base)/\(index)").body.count }
      }
      return try await group.reduce(0, +)
    }
    print(total)
  }

  private static func readFile(_ path: String) throws -> [UInt8] {
    guard let file = fopen(path, "rb") else { throw ImageError(.notFound, at: .request, "Cannot read \(path)") }
    defer { fclose(file) }
    fseek(file, 0, SEEK_END)
    var bytes = [UInt8](repeating: 0, count: ftell(file))
    rewind(file)
    _ = fread(&bytes, 1, bytes.count, file)
    return bytes
  }

  private static func cpuMilliseconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1e3 + Double(time.tv_nsec) / 1e6
  }
}
