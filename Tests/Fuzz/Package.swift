// swift-tools-version: 6.2
import PackageDescription

// Fuzzers for what reads foreign bytes. `run` builds them with libFuzzer and the address sanitizer:
// libraries here, because a program's entry point is libFuzzer's own.

/// What SwiftPM calls the package two folders above: after the folder.
let house = String(
  (Context.packageDirectory.split(separator: "/").dropLast(2).last ?? "soundwatch").lowercased()
    .map { $0.isLetter || $0.isNumber ? $0 : "_" })

let package = Package(
  name: "Fuzz",
  products: [
    .library(name: "FuzzModel", type: .static, targets: ["FuzzModel"]),
    .library(name: "FuzzPCM", type: .static, targets: ["FuzzPCM"]),
  ],
  dependencies: [.package(name: "soundwatch", path: "../..")],
  targets: ["FuzzModel", "FuzzPCM"].map { name in
    .target(
      name: name,
      dependencies: [
        .product(name: "Soundwatch", package: "soundwatch"),
        .product(name: "SoundClassification", package: "soundwatch"),
        .product(name: "SoundSignal", package: "soundwatch"),
      ],
      // The checksum is not public. As if it stood in the package above, a fuzzer can call it.
      packageAccess: false,
      swiftSettings: [.unsafeFlags(["-package-name", house])])
  },
  swiftLanguageModes: [.v6]
)
