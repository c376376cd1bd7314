import Glibc
import LazuliTestSupport

/// nginx in a folder of its own, at free ports of 127.0.0.1, until the last reference goes.
final class NginxServer: Sendable {
  struct Failure: Error {
    let output: String
  }

  /// Below it lie the pictures: `root`.
  let folder: TemporaryFolder
  let port: Int
  let securePort: Int
  private let log: AccessLog?
  /// The authority which signed its certificate.
  var authority: String { folder.file("ca.pem") }

  /// `nil`, and a line which says so, where nginx or openssl is not installed.
  ///
  /// - Parameter log: Is told of all requests.
  static func start(log: AccessLog? = nil) async throws -> NginxServer? {
    let missing = ["nginx", "openssl"].filter { program($0) == nil }
    guard missing.isEmpty else {
      print("\(missing.joined(separator: ", ")) not installed (apt-get install nginx-light openssl), skipped")
      return nil
    }
    var attemptsLeft = 20
    while true {
      attemptsLeft -= 1
      let server = try NginxServer(log)
      try await server.makeCertificate()
      do {
        // It goes to the background once it listens.
        try await run(server.command)
        return server
      } catch let failure as Failure where attemptsLeft > 0 && failure.output.contains("Address already in use") {
        // A connection of another test took the port that was free a moment ago.
        continue
      }
    }
  }

  /// Servers lie where the paths of ordinary users do not lead.
  private static func program(_ name: String) -> String? {
    ["/usr/sbin", "/usr/bin", "/usr/local/sbin", "/usr/local/bin"].map { "\($0)/\(name)" }.first {
      access($0, X_OK) == 0
    }
  }

  private init(_ log: AccessLog?) throws {
    self.log = log
    folder = try TemporaryFolder()
    port = try FreePort.next()
    securePort = try FreePort.next()
    for name in ["root", "temp"] { mkdir(folder.file(name), 0o755) }
    try folder.write(Array(configuration.utf8), to: "nginx.conf")
  }

  deinit { _ = Shell.run("\(command) -s stop") }

  private var command: String {
    "\(Self.program("nginx") ?? "nginx") -p '\(folder.path)' -e '\(folder.file("error.log"))' -c '\(folder.file("nginx.conf"))'"
  }

  func url(_ path: String) -> String { "http://127.0.0.1:\(port)\(path)" }

  func secureURL(_ path: String) -> String { "https://localhost:\(securePort)\(path)" }

  private static func run(_ command: String) async throws {
    let run = try await Program(["/bin/sh", "-c", command]).end()
    guard run.status == 0 else { throw Failure(output: run.text + run.errorText) }
  }

  /// An authority, and a certificate for this machine signed by it.
  private func makeCertificate() async throws {
    try folder.write(Array("subjectAltName=DNS:localhost,IP:127.0.0.1\n".utf8), to: "names")
    let make = "openssl req -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes"
    try await Self.run(
      """
      cd '\(folder.path)' \
      && \(make) -x509 -days 2 -subj '/CN=Lazuli test authority' -keyout ca.key -out ca.pem \
      && \(make) -subj /CN=localhost -keyout server.key -out server.csr \
      && openssl x509 -req -in server.csr -CA ca.pem -CAkey ca.key -CAcreateserial -days 2 -extfile names -out server.pem
      """)
  }

  private var configuration: String {
    """
    \(geteuid() == 0 ? "user root;" : "")
    pid nginx.pid;
    worker_processes 1;
    events { worker_connections 512; }
    http {
      log_format lines '\(AccessLog.format)';
      access_log \(log.map { "syslog:server=127.0.0.1:\($0.port),nohostname lines" } ?? "off");
      client_body_temp_path temp; proxy_temp_path temp; fastcgi_temp_path temp; uwsgi_temp_path temp; scgi_temp_path temp;
      types { image/png png; }
      root root;
      keepalive_requests 10000;
      map $uri $pace { default 0; ~^/dripping/ 1k; ~^/paced/ 500k; }
      limit_rate $pace;
      gzip_types image/png;
      gzip_min_length 1;
      add_header X-Connection $connection;
      add_header X-Protocol $server_protocol;
      server {
        listen 127.0.0.1:\(port);
        location /status { stub_status; }
        location /packed/ { alias \(folder.path)/root/; gzip on; }
        location ~ ^/(dripping|paced)/(.*) { alias \(folder.path)/root/$2; }
      }
      server {
        listen 127.0.0.1:\(securePort) ssl http2;
        http2_max_concurrent_streams 256;
        ssl_certificate server.pem;
        ssl_certificate_key server.key;
        location ~ ^/(dripping|paced)/(.*) { alias \(folder.path)/root/$2; }
        location /down/ { return 302 http://127.0.0.1:\(port)/0.png; }
      }
    }
    """
  }
}
