import CStressLocks
import Glibc
import Lazuli

/// Loads by the thousand, good, bad and cancelled at any moment; pipelines made and dropped by the
/// thousand while they work. Ends with what is left of descriptors, threads and memory.
///
///     LazuliStress FILE… [URL…] [--rounds N]
///     LazuliStress --scripted REQUESTS URLS    without a network; under ThreadSanitizer: see run.sh
///     LazuliStress --planted-race              what the sanitizer has to see
@main
struct LazuliStress {
  static func main() async {
    var words = Array(CommandLine.arguments.dropFirst())
    if words.first == "--scripted" { exit(await scripted(words.dropFirst().compactMap { Int($0) }) ? 0 : 1) }
    if words == ["--planted-race"] { exit(PlantedRace().run()) }
    var rounds = 1000
    if let index = words.firstIndex(of: "--rounds"), index + 1 < words.count {
      rounds = Int(words[index + 1]) ?? rounds
      words.removeSubrange(index...index + 1)
    }
    let urls = words.map { $0.hasPrefix("/") ? "file://" + $0 : $0 } + ["data:image/png;base64,iVBORw0KGgo=", "no url"]
    Usage.now.print("begin")
    await mixed(urls, count: rounds)
    await settle("\(rounds) loads at once")
    for _ in 0..<10 { await frames(urls, rounds: rounds / 100) }
    await settle("animations walked and cancelled")
    for turn in 1...4 {
      await dropped(urls, count: rounds / 2)
      await settle("\(rounds / 2) pipelines dropped, \(turn)")
    }
  }

  private static func scripted(_ counts: [Int]) async -> Bool {
    guard counts.count == 2 else { return false }
    if stress_shows_locks() != 0 { print("locks that were waited for are shown to ThreadSanitizer") }
    return await ScriptedLoad(requestCount: counts[0], urlCount: counts[1]).run()
  }

  /// Waits for threads that end by themselves, which nobody tells of.
  private static func settle(_ name: String) async {
    for _ in 0..<200 where Usage.now.threads > 12 { try? await Task.sleep(for: .milliseconds(10)) }
    Usage.now.print(name)
  }

  /// Any moment: lets other tasks go first, up to so many times.
  private static func someTurns(_ maximum: Int) async {
    for _ in 0..<Int.random(in: 0...maximum) { await Task.yield() }
  }

  private static func mixed(_ urls: [String], count: Int) async {
    let pipeline = ImagePipeline()
    var outcomes: [String: Int] = [:]
    await withTaskGroup(of: String.self) { group in
      for index in 0..<count {
        group.addTask { await outcome(of: urls[index % urls.count], pipeline, index) }
      }
      for await word in group { outcomes[word, default: 0] += 1 }
    }
    for (word, count) in outcomes.sorted(by: { $0.key < $1.key }) { print("  \(word): \(count)") }
  }

  private static func outcome(of url: String, _ pipeline: ImagePipeline, _ index: Int) async -> String {
    let task = Task { () -> String in
      do throws(ImageError) {
        switch index % 5 {
        case 0: _ = try await pipeline.header(for: url)
        case 1: _ = try await pipeline.data(for: url)
        case 2: _ = try await pipeline.image(for: url, ImageOptions(fitting: ImageSize(width: 40, height: 40)))
        default: _ = try await pipeline.image(for: url)
        }
        return "ok"
      } catch {
        return error.code.rawValue
      }
    }
    if index % 3 == 0 {
      if index % 2 == 0 { await someTurns(1000) }
      task.cancel()
    }
    return await task.value
  }

  private static func frames(_ urls: [String], rounds: Int) async {
    let pipeline = ImagePipeline()
    for url in urls {
      guard let image = try? await pipeline.image(for: url), let frames = image.frames else { continue }
      await withTaskGroup(of: Void.self) { group in
        for index in 0..<rounds {
          group.addTask { await walk(frames, index) }
        }
      }
    }
  }

  private static func walk(_ frames: any ImageFrames, _ index: Int) async {
    let task = Task {
      let pass = frames.makePass()
      while try await pass.next() != nil {}
    }
    if index % 2 == 0 {
      await someTurns(200)
      task.cancel()
    }
    _ = try? await task.value
  }

  private static func dropped(_ urls: [String], count: Int) async {
    await withTaskGroup(of: Void.self) { group in
      for index in 0..<count {
        if index >= 16 { await group.next() }
        group.addTask { await useAndDrop(urls, index) }
      }
    }
  }

  /// The last reference to the pipeline goes wherever the last load ends.
  private static func useAndDrop(_ urls: [String], _ index: Int) async {
    let pipeline = ImagePipeline()
    let tasks = (0..<3).map { place in
      Task { _ = try? await pipeline.image(for: urls[(index + place) % urls.count]) }
    }
    if index % 2 == 0 {
      if index % 4 == 0 { await someTurns(500) }
      for task in tasks { task.cancel() }
    }
    for task in tasks { await task.value }
  }
}
