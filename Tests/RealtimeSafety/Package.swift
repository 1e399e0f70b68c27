// swift-tools-version: 6.2
import PackageDescription

// A package of its own, because it is linked with the realtime sanitizer. `check` runs it.

/// What SwiftPM calls the package two folders above: after the folder.
let house = String(
  (Context.packageDirectory.split(separator: "/").dropLast(2).last ?? "soundwatch").lowercased()
    .map { $0.isLetter || $0.isNumber ? $0 : "_" })

let package = Package(
  name: "RealtimeSafety",
  dependencies: [.package(name: "soundwatch", path: "../..")],
  targets: [
    .target(
      name: "CNonblocking",
      cSettings: [.unsafeFlags(["-fsanitize=realtime", "-Wno-function-effects"])]),
    .executableTarget(
      name: "RealtimeSafety",
      dependencies: [
        "CNonblocking",
        .product(name: "SoundCapture", package: "soundwatch"),
        .product(name: "SoundSignal", package: "soundwatch"),
      ],
      // As if it stood in the package above: the callback and its sink are not public.
      packageAccess: false,
      swiftSettings: [.unsafeFlags(["-package-name", house])],
      linkerSettings: [.unsafeFlags(["-Xclang-linker", "-fsanitize=realtime"])]),
  ],
  swiftLanguageModes: [.v6],
  cLanguageStandard: .gnu2x
)
