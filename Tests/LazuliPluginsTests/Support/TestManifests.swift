/// Manifests of the plugins under Tests/Plugins.
enum TestManifests {
  static func dots(id: String, library: String, priority: Int = 0, rest: String = "") -> String {
    """
    { "schema": "lazuli.plugin/1", "id": "\(id)", "version": "1.0.0", "name": "Dots", "abi": 1,
      "library": "\(library)",
      "codecs": [{ "format": "dots", "media_types": ["image/x-dots"], "extensions": ["dots"],
                   "signatures": [{ "offset": 0, "hex": "444f5453" }], "priority": \(priority) }]\(rest) }
    """
  }

  static let dotsC = dots(id: "org.lazuli.test.dots-c", library: "libTestDotsC.so")

  static func wrong(library: String = "libTestWrong.so") -> String {
    """
    { "schema": "lazuli.plugin/1", "id": "org.lazuli.test.wrong", "version": "1.0.0", "abi": 1,
      "library": "\(library)",
      "codecs": [{ "format": "wrong", "signatures": [{ "hex": "57524e47" }], "abilities": ["encode"] }],
      "transports": [{ "schemes": ["wrong"] }],
      "config": { "create": { "type": "string" } } }
    """
  }
}
