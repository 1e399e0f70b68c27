// swift-tools-version: 6.2
import PackageDescription

// Three programs that use the library as anybody would. `swift run --package-path Examples AnalyzeFile SOUND`
let package = Package(
  name: "Examples",
  dependencies: [.package(name: "soundwatch", path: "..")],
  targets: ["AnalyzeFile", "FeedStream", "SegmentSequence"].map { name in
    .executableTarget(
      name: name,
      dependencies: [
        .product(name: "Soundwatch", package: "soundwatch"),
        .product(name: "SoundFiles", package: "soundwatch"),
        .product(name: "SoundSignal", package: "soundwatch"),
      ],
      path: name)
  },
  swiftLanguageModes: [.v6]
)
