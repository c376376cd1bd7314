// swift-tools-version: 6.2
import PackageDescription

/// A host application as its author would write it: depends on Lazuli by path.
let package = Package(
  name: "host",
  dependencies: [.package(name: "lazuli", path: "../..")],
  targets: [
    .executableTarget(name: "Host", dependencies: [.product(name: "Lazuli", package: "lazuli")]),
    // Never run: naming the plugin products here is what makes SwiftPM build them beside the host.
    .executableTarget(
      name: "HostPlugins",
      dependencies: ["LazuliFile", "LazuliData", "LazuliPNG", "LazuliGIF"].map {
        .product(name: $0, package: "lazuli")
      }),
  ]
)
