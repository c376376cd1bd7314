import LazuliTestSupport

extension TemporaryFolder {
  /// Options of the tool for a test that holds a server up: on a busy machine it waits long for its turn.
  func patience() throws -> [String] {
    let text = #"{"schema": "lazuli.config/1", "network": {"stall_seconds": 600, "request_seconds": 600}}"#
    return ["--config", try write(Array(text.utf8), to: "patient.json"), "--timeout", "600"]
  }
}
