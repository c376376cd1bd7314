import CTestSystem
import Glibc

/// A terminal that a test plays: it sees what a program writes, answers, and presses keys.
public final class FakeTerminal: Sendable {
  /// What the terminal sends once it has seen something.
  public struct Reaction: Sendable {
    let trigger: [UInt8]
    let reply: [UInt8]

    public init(to trigger: String, _ reply: String) {
      self.trigger = Array(trigger.utf8)
      self.reply = Array(reply.utf8)
    }
  }

  /// What became of a program.
  public struct Run: Sendable {
    /// As a shell has it.
    public let status: Int32
    /// All that it wrote, to both outputs.
    public let bytes: [UInt8]
    /// Whether keys are handled as they were before.
    public let isRestored: Bool

    public var text: String { String(decoding: bytes, as: UTF8.self) }
  }

  private let screen: Int32
  private let path: String

  /// Sides of 0 pixels: it does not tell the system.
  public init(columns: UInt16 = 80, rows: UInt16 = 24, width: UInt16 = 0, height: UInt16 = 0) throws {
    var window = testsys_window(columns: columns, rows: rows, width: width, height: height)
    var name = [CChar](repeating: 0, count: 128)
    screen = testsys_open_terminal(&window, &name, name.count)
    guard screen >= 0 else { throw TemporaryFolder.Failure(number: errno) }
    path = String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit { close(screen) }

  /// Runs `words[0]`, a path, to its end; each reaction comes once, in their order, `piece` bytes at a time.
  public func run(_ words: [String], reactions: [Reaction] = [], piece: Int = 4096) async throws -> Run {
    let before = attributes
    // As long as nobody has it open, there is nothing to read.
    let own = open(path, O_RDWR | O_NOCTTY | O_CLOEXEC)
    let id = try start(words)
    close(own)
    return await BlockingThread.run { [self] in
      let bytes = watch(reactions, piece: piece)
      return Run(status: testsys_wait(id), bytes: bytes, isRestored: attributes == before)
    }
  }

  private func start(_ words: [String]) throws -> pid_t {
    let arguments = words.map { strdup($0) } + [nil]
    let terminal = strdup(path)
    defer { for text in arguments + [terminal] { free(text) } }
    var id = pid_t()
    let number = arguments.withUnsafeBufferPointer { arguments in
      var program = testsys_program(
        words: arguments.baseAddress, input: terminal, output: terminal, errors: terminal, directory: nil, controlled: 1
      )
      return testsys_start(&program, &id)
    }
    guard number == 0 else { throw Program.Failure(program: words[0], number: number) }
    return id
  }

  /// What is written until nobody has the terminal open.
  private func watch(_ reactions: [Reaction], piece: Int) -> [UInt8] {
    var seen: [UInt8] = []
    var searched = 0
    var rest = reactions[...]
    var buffer = [UInt8](repeating: 0, count: 4096)
    while case let count = read(screen, &buffer, buffer.count), count > 0 {
      seen += buffer.prefix(count)
      while let reaction = rest.first, let end = Self.end(of: reaction.trigger, in: seen, from: searched) {
        searched = end
        rest.removeFirst()
        send(reaction.reply, piece: piece)
      }
    }
    return seen
  }

  private func send(_ bytes: [UInt8], piece: Int) {
    for start in stride(from: 0, to: bytes.count, by: piece) {
      let part = bytes[start..<min(start + piece, bytes.count)]
      _ = part.withUnsafeBytes { write(screen, $0.baseAddress, $0.count) }
    }
  }

  private static func end(of trigger: [UInt8], in bytes: [UInt8], from start: Int) -> Int? {
    guard bytes.count >= start + trigger.count else { return nil }
    return (start...bytes.count - trigger.count).first { bytes[$0..<$0 + trigger.count].elementsEqual(trigger) }
      .map { $0 + trigger.count }
  }

  /// How keys are handled.
  private var attributes: [UInt32] {
    var attributes = termios()
    guard tcgetattr(screen, &attributes) == 0 else { return [] }
    return [attributes.c_iflag, attributes.c_oflag, attributes.c_cflag, attributes.c_lflag]
  }
}
