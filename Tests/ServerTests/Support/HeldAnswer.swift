import LazuliTestSupport
import ScriptedServer

/// An answer of the server that waits until the test lets it go.
struct HeldAnswer {
  /// Open as soon as the server was asked.
  let asked = Latch()
  private let isLetGo = Latch()

  /// Holds the answer of `path`, a picture of one pixel.
  init(of server: ScriptedServer, at path: String) {
    server.on(path) { [asked, isLetGo] in
      asked.open()
      isLetGo.pass()
      $0.respond(png: TinyPNG.solid())
    }
  }

  func letGo() { isLetGo.open() }
}
