// swift-tools-version: 6.2
import PackageDescription

// A package of its own, so that nobody who uses soundwatch builds it. `run.sh` runs everything.

/// What SwiftPM calls the package in the folder above: after the folder.
let house = String(
  (Context.packageDirectory.split(separator: "/").dropLast().last ?? "soundwatch").lowercased()
    .map { $0.isLetter || $0.isNumber ? $0 : "_" })

/// What is not public is measured too: as if they stood in the package above, these targets see what has
/// package access.
let insight: [SwiftSetting] = [.unsafeFlags(["-package-name", house])]

/// Libraries of the package above.
func libraries(_ names: String...) -> [Target.Dependency] {
  names.map { .product(name: $0, package: "soundwatch") }
}

func program(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .executableTarget(
    name: name, dependencies: dependencies, packageAccess: false, swiftSettings: insight)
}

let package = Package(
  name: "Benchmarks",
  dependencies: [.package(name: "soundwatch", path: "..")],
  targets: [
    // The bare FFTW loop and the counter of allocations.
    .target(name: "CBenchmarks", linkerSettings: [.linkedLibrary("fftw3f")]),
    program(
      "Speed", ["CBenchmarks"] + libraries("Soundwatch", "SoundClassification", "SoundSignal")),
    // Live listening: many streams, and a sound card.
    program("Live", ["CBenchmarks"] + libraries("Soundwatch", "SoundCapture", "SoundSignal")),
    // Query sets, and signatures that are kept.
    .target(
      name: "QuerySets", dependencies: libraries("SoundRecognition", "SoundFiles", "SoundSignal"),
      packageAccess: false, swiftSettings: insight),
    // A catalog that grows to 100,000 tracks.
    program(
      "Scale", ["QuerySets"] + libraries("SoundCatalogStore", "SoundRecognition", "SoundFiles")),
    // Recognition: disturbed excerpts against a catalog.
    program(
      "Recognition", ["QuerySets"] + libraries("SoundRecognition", "SoundFiles", "SoundSignal")),
    // When a session that listens recognizes something first.
    program("FirstMatch", libraries("SoundRecognition", "SoundFiles", "SoundSignal")),
  ],
  swiftLanguageModes: [.v6],
  cLanguageStandard: .gnu2x
)
