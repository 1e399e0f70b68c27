// swift-tools-version: 6.2
import PackageDescription

// A package of its own, so that nobody who uses soundwatch builds it. `run.sh` runs everything.

/// What SwiftPM calls the package in the folder above: after the folder.
let house = String(
  (Context.packageDirectory.split(separator: "/").dropLast().last ?? "soundwatch").lowercased()
    .map { $0.isLetter || $0.isNumber ? $0 : "_" })

let package = Package(
  name: "Benchmarks",
  dependencies: [.package(name: "soundwatch", path: "..")],
  targets: [
    // The bare FFTW loop and the counter of allocations.
    .target(name: "CBenchmarks", linkerSettings: [.linkedLibrary("fftw3f")]),
    .executableTarget(
      name: "Speed",
      dependencies: [
        "CBenchmarks",
        .product(name: "Soundwatch", package: "soundwatch"),
        .product(name: "SoundClassification", package: "soundwatch"),
        .product(name: "SoundSignal", package: "soundwatch"),
      ],
      // Spectrogram and network alone are not public. As if it stood in the package above, this target
      // sees what has package access.
      packageAccess: false,
      swiftSettings: [.unsafeFlags(["-package-name", house])]),
    // Live listening: many streams, and a sound card.
    .executableTarget(
      name: "Live",
      dependencies: [
        "CBenchmarks",
        .product(name: "Soundwatch", package: "soundwatch"),
        .product(name: "SoundCapture", package: "soundwatch"),
        .product(name: "SoundSignal", package: "soundwatch"),
      ],
      packageAccess: false,
      swiftSettings: [.unsafeFlags(["-package-name", house])]),
    // Query sets, and signatures that are kept.
    .target(
      name: "QuerySets",
      dependencies: [
        .product(name: "SoundRecognition", package: "soundwatch"),
        .product(name: "SoundFiles", package: "soundwatch"),
        .product(name: "SoundSignal", package: "soundwatch"),
      ],
      packageAccess: false,
      swiftSettings: [.unsafeFlags(["-package-name", house])]),
    // A catalog that grows to 100,000 tracks.
    .executableTarget(
      name: "Scale",
      dependencies: [
        "QuerySets",
        .product(name: "SoundCatalogStore", package: "soundwatch"),
        .product(name: "SoundRecognition", package: "soundwatch"),
        .product(name: "SoundFiles", package: "soundwatch"),
      ],
      packageAccess: false,
      swiftSettings: [.unsafeFlags(["-package-name", house])]),
    // Recognition: disturbed excerpts against a catalog.
    .executableTarget(
      name: "Recognition",
      dependencies: [
        "QuerySets",
        .product(name: "SoundRecognition", package: "soundwatch"),
        .product(name: "SoundFiles", package: "soundwatch"),
        .product(name: "SoundSignal", package: "soundwatch"),
      ],
      packageAccess: false,
      swiftSettings: [.unsafeFlags(["-package-name", house])]),
    // When a session that listens recognizes something first.
    .executableTarget(
      name: "FirstMatch",
      dependencies: [
        .product(name: "SoundRecognition", package: "soundwatch"),
        .product(name: "SoundFiles", package: "soundwatch"),
        .product(name: "SoundSignal", package: "soundwatch"),
      ],
      packageAccess: false,
      swiftSettings: [.unsafeFlags(["-package-name", house])]),
  ],
  swiftLanguageModes: [.v6],
  cLanguageStandard: .gnu2x
)
