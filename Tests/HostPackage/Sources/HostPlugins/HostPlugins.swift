@main
struct HostPlugins {
  static func main() {}
}
