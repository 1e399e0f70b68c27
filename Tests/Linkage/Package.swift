// swift-tools-version: 6.2
import PackageDescription

// A program that wants nothing but the classifier. `check` proves that it does not pay for the rest.
let package = Package(
  name: "Linkage",
  dependencies: [.package(name: "soundwatch", path: "../..")],
  targets: [
    .executableTarget(
      name: "Consumer",
      dependencies: [.product(name: "SoundClassification", package: "soundwatch")])
  ],
  swiftLanguageModes: [.v6]
)
