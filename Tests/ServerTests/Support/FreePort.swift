import ScriptedServer

/// Ports that nobody listens at.
enum FreePort {
  static func next() throws -> Int { try ScriptedServer().port }
}
