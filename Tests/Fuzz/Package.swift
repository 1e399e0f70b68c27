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
    .library(name: "FuzzSignature", type: .static, targets: ["FuzzSignature"]),
    .library(name: "FuzzCatalog", type: .static, targets: ["FuzzCatalog"]),
  ],
  dependencies: [.package(name: "soundwatch", path: "../..")],
  targets: [
    "FuzzModel": ["Soundwatch", "SoundClassification", "SoundSignal"],
    "FuzzPCM": ["Soundwatch", "SoundClassification", "SoundSignal"],
    "FuzzSignature": ["SoundRecognition"],
    "FuzzCatalog": ["SoundRecognition"],
  ].map { name, modules in
    .target(
      name: name,
      dependencies: modules.map { .product(name: $0, package: "soundwatch") },
      // What they call is not all public. As if it stood in the package above, a fuzzer sees it.
      packageAccess: false,
      swiftSettings: [.unsafeFlags(["-package-name", house])])
  },
  swiftLanguageModes: [.v6]
)
