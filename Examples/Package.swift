// swift-tools-version: 6.2
import PackageDescription

// Programs that use the library as anybody would. `swift run --package-path Examples AnalyzeFile SOUND`
// Those of the AudD client are the listings of its documentation; they run against a scripted server:
// `swift build --package-path Examples && swift run --package-path Examples AudDListings`
let audd = Target.Dependency.product(name: "AudD", package: "soundwatch")
let server = Target.Dependency.product(name: "HTTPTestSupport", package: "soundwatch")

let package = Package(
  name: "Examples",
  dependencies: [.package(name: "soundwatch", path: "..")],
  targets: ["AnalyzeFile", "FeedStream", "SegmentSequence", "TapStream"].map { name in
    .executableTarget(
      name: name,
      dependencies: [
        .product(name: "Soundwatch", package: "soundwatch"),
        .product(name: "SoundFiles", package: "soundwatch"),
        .product(name: "SoundCapture", package: "soundwatch"),
        .product(name: "SoundSignal", package: "soundwatch"),
      ],
      path: name)
  } + [
    .executableTarget(name: "AudDHelloWorld", dependencies: [audd], path: "AudD/HelloWorld"),
    .executableTarget(
      name: "AudDListings", dependencies: [audd, server], path: "AudD/Listings"),
    .target(name: "Vapor", dependencies: [server], path: "AudD/Vapor"),
    .executableTarget(
      name: "AudDCallbackReceiver", dependencies: [audd, "Vapor"], path: "AudD/CallbackReceiver"),
  ],
  swiftLanguageModes: [.v6]
)
