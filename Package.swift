// swift-tools-version: 6.2
import PackageDescription

/// Plugins are Embedded Swift: their shared objects need libc and their codec's library, no Swift runtime.
let embedded: [SwiftSetting] = [.enableExperimentalFeature("Embedded")]

/// A plugin is a folder under Plugins: `C` holds its C helpers and carries the manifest to the build
/// folder, `Sources` holds its Embedded Swift. Its product is a shared object that nothing links.
struct Plugin {
  let name: String
  let folder: String
  let library: String?
  /// What the C helpers call beside `library`.
  var otherLibraries: [String] = []

  var product: Product {
    .library(name: name, type: .dynamic, targets: [name])
  }

  var targets: [Target] {
    [
      .target(
        name: "C\(name)", dependencies: ["LazuliABI"], path: "Plugins/\(folder)",
        exclude: ["README.md", "Sources"], sources: ["C"], resources: [.copy("plugin.json")],
        publicHeadersPath: "C/include",
        linkerSettings: ([library].compactMap(\.self) + otherLibraries).map { .linkedLibrary($0) }),
      .target(
        name: name, dependencies: ["LazuliABI", "LazuliPluginKit", .target(name: "C\(name)")],
        path: "Plugins/\(folder)/Sources", swiftSettings: embedded),
    ]
  }
}

let plugins: [Plugin] = [
  Plugin(name: "LazuliPNG", folder: "png", library: "png16", otherLibraries: ["z", "deflate", "isal"]),
  Plugin(name: "LazuliJPEG", folder: "jpeg", library: "jpeg"),
  Plugin(name: "LazuliGIF", folder: "gif", library: "gif", otherLibraries: ["m"]),
  Plugin(name: "LazuliData", folder: "data", library: nil),
  Plugin(name: "LazuliFile", folder: "file", library: nil),
  Plugin(name: "LazuliHTTP", folder: "http", library: "curl"),
]

/// The engine, from the bottom up: a target imports only from those above it in this list.
let layers: [Target] = [
  .target(name: "LazuliABI"),
  .target(name: "CLazuliSystem"),
  .systemLibrary(name: "CIDN2", pkgConfig: "libidn2", providers: [.apt(["libidn2-dev"])]),
  .systemLibrary(name: "CJansson", pkgConfig: "jansson", providers: [.apt(["libjansson-dev"])]),
  .systemLibrary(name: "CLCMS2", pkgConfig: "lcms2", providers: [.apt(["liblcms2-dev"])]),
  .target(name: "CLazuliKernels"),
  .target(name: "LazuliCore", dependencies: ["CIDN2", "CLazuliKernels"]),
  .target(name: "LazuliColor", dependencies: ["LazuliCore", "CLCMS2"]),
  .target(name: "LazuliCache", dependencies: ["LazuliCore", "CLazuliSystem"]),
  .target(name: "LazuliPlugins", dependencies: ["LazuliABI", "LazuliCore", "CJansson", "CLazuliSystem"]),
  .target(
    name: "Lazuli", dependencies: ["LazuliCore", "LazuliColor", "LazuliCache", "LazuliPlugins", "CLazuliSystem"]),
  .target(name: "LazuliFoundation", dependencies: ["LazuliCore", "Lazuli"]),
  // For tests of host programs.
  .target(name: "LazuliTestKit", dependencies: ["Lazuli"]),
]

/// What stands on the engine.
let programs: [Target] = [
  .systemLibrary(name: "CLibMD", pkgConfig: "libmd", providers: [.apt(["libmd-dev"])]),
  .executableTarget(name: "LazuliTool", dependencies: ["Lazuli", "CLazuliSystem", "CLibMD"], exclude: ["Share"]),
  .executableTarget(name: "LazuliBench", dependencies: ["Lazuli", "LazuliTestKit"], path: "Tests/Benchmarks/Program"),
  .target(name: "CStressLocks", path: "Tests/Stress/C"),
  .executableTarget(
    name: "LazuliStress", dependencies: ["CStressLocks", "Lazuli", "LazuliTestKit", "LazuliTestSupport"],
    path: "Tests/Stress/Program"),
]

/// Small programs, one for each of the five image views that Lazuli comes from.
let ancestors: [Target] = [
  "ImageDownloader", "LazyImageView", "ImageLoadView", "URLImageView", "AsynchronousImage",
].map { .executableTarget(name: $0, dependencies: ["Lazuli"], path: "docs/examples/ancestors/\($0)") }

/// What plugins link: the same sources twice, for Embedded Swift and, through a linked folder, for full Swift.
let kit: [Target] = [
  .target(name: "CLazuliKit"),
  .target(name: "LazuliPluginKit", dependencies: ["LazuliABI", "CLazuliKit"], swiftSettings: embedded),
  .target(name: "LazuliPluginKitFull", dependencies: ["LazuliABI", "CLazuliKit"]),
]

/// Plugins for tests, one product each: in both kinds of Swift, in C, and wrong in several ways.
let testPlugins: [Target] = [
  .target(
    name: "TestDotsEmbedded", dependencies: ["LazuliABI", "LazuliPluginKit"], path: "Tests/Plugins/dots-embedded",
    swiftSettings: embedded),
  .target(
    name: "TestDotsSwift", dependencies: ["LazuliABI", "LazuliPluginKitFull"], path: "Tests/Plugins/dots-swift"),
  .target(name: "TestDotsC", dependencies: ["LazuliABI"], path: "Tests/Plugins/dots-c"),
  .target(name: "TestWrong", dependencies: ["LazuliABI"], path: "Tests/Plugins/wrong"),
  .target(name: "TestWrongMajor", dependencies: ["LazuliABI"], path: "Tests/Plugins/wrong-major"),
  .target(name: "TestWrongNone", path: "Tests/Plugins/wrong-none"),
]

let testSupport: [Target] = [
  .target(name: "CTestSystem", path: "Tests/Support/CTestSystem"),
  .target(
    name: "LazuliTestSupport", dependencies: ["CJansson", "CTestSystem", "LazuliCore"],
    path: "Tests/Support/LazuliTestSupport"),
  .target(name: "EngineTestSupport", dependencies: ["Lazuli"], path: "Tests/Support/EngineTestSupport"),
  .target(
    name: "ScriptedServer", dependencies: ["CTestSystem", "LazuliTestSupport"],
    path: "Tests/Support/ScriptedServer"),
  // A decoder in this process and in another one, behind one role.
  .target(name: "DecoderWire", dependencies: ["LazuliABI"], path: "Tests/Support/DecoderWire"),
  .executableTarget(name: "DecoderPeer", dependencies: ["DecoderWire"], path: "Tests/Support/DecoderPeer"),
  .target(
    name: "DecoderHarness", dependencies: ["LazuliABI", "DecoderWire", "LazuliTestSupport"],
    path: "Tests/Support/DecoderHarness"),
]

let tests: [Target] = [
  // One for each layer.
  .testTarget(name: "LazuliABITests", dependencies: ["LazuliABI", "LazuliTestSupport"]),
  .testTarget(name: "LazuliPluginKitTests", dependencies: ["LazuliABI", "LazuliPluginKitFull"]),
  .testTarget(name: "LazuliCoreTests", dependencies: ["LazuliCore", "LazuliTestSupport"]),
  .testTarget(name: "LazuliColorTests", dependencies: ["LazuliColor", "LazuliCore", "LazuliTestSupport"]),
  .testTarget(name: "LazuliCacheTests", dependencies: ["LazuliCache", "LazuliCore", "LazuliTestSupport"]),
  .testTarget(
    name: "LazuliPluginsTests",
    dependencies: ["LazuliPlugins", "LazuliCore", "LazuliABI", "LazuliTestSupport"]),
  .testTarget(
    name: "LazuliTests",
    dependencies: [
      "EngineTestSupport", "Lazuli", "LazuliCore", "LazuliPlugins", "LazuliTestKit", "LazuliTestSupport",
    ]),
  .testTarget(
    name: "LazuliFoundationTests", dependencies: ["Lazuli", "LazuliCore", "LazuliFoundation", "LazuliTestSupport"]),
  .testTarget(name: "LazuliToolTests", dependencies: ["Lazuli", "LazuliTool", "LazuliTestSupport"]),
  // Codecs by the raw contract: all by the same rules, and what is JPEG's own.
  .testTarget(name: "ConformanceTests", dependencies: ["LazuliABI", "DecoderHarness", "LazuliTestSupport"]),
  .testTarget(name: "LazuliJPEGTests", dependencies: ["LazuliABI", "DecoderHarness"]),
  // The whole, over files that others made and over real servers.
  .testTarget(
    name: "CasesTests",
    dependencies: ["EngineTestSupport", "Lazuli", "LazuliCore", "LazuliPlugins", "LazuliTestSupport"]),
  .testTarget(
    name: "ServerTests",
    dependencies: [
      "CTestSystem", "EngineTestSupport", "Lazuli", "LazuliPlugins", "LazuliTestSupport", "ScriptedServer",
    ]),
]

let package = Package(
  name: "lazuli",
  products: [
    .library(name: "Lazuli", targets: ["Lazuli"]),
    .library(name: "LazuliFoundation", targets: ["LazuliFoundation"]),
    .library(name: "LazuliTestKit", targets: ["LazuliTestKit"]),
    .library(name: "LazuliABI", targets: ["LazuliABI"]),
    .library(name: "LazuliPluginKit", targets: ["LazuliPluginKit"]),
    .library(name: "LazuliPluginKitFull", targets: ["LazuliPluginKitFull"]),
    .executable(name: "lazuli", targets: ["LazuliTool"]),
  ] + plugins.map(\.product)
    + testPlugins.map { .library(name: $0.name, type: .dynamic, targets: [$0.name]) },
  targets: layers + programs + ancestors + kit + plugins.flatMap(\.targets) + testPlugins + testSupport + tests
)
