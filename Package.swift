// swift-tools-version: 6.2
import PackageDescription

// The house has floors, and arrows only go down: see the README's architecture section.
let package = Package(
  name: "soundwatch",
  products: [
    .library(name: "Soundwatch", targets: ["Soundwatch"]),
    .library(name: "SoundFiles", targets: ["SoundFiles"]),
    .library(name: "SoundClassification", targets: ["SoundClassification"]),
    .library(name: "SoundTraining", targets: ["SoundTraining"]),
    .library(name: "SoundSignal", targets: ["SoundSignal"]),
    .executable(name: "soundwatch", targets: ["SoundwatchCommand"]),
  ],
  traits: [
    .trait(
      name: "FFTW", description: "Fourier transforms by FFTW 3 (GPL); without it, plain Swift."),
    .trait(name: "MediaFiles", description: "Files and URLs through FFmpeg's libraries."),
    .trait(name: "Microphone", description: "Live capture through PortAudio."),
    .trait(name: "CatalogStore", description: "Catalogs of music on disk."),
    .default(enabledTraits: ["FFTW", "MediaFiles", "Microphone", "CatalogStore"]),
  ],
  targets: [
    // Samples
    .target(name: "SoundSignal"),

    // Spectra
    .systemLibrary(name: "CFFTW", providers: [.apt(["libfftw3-dev"])]),
    .target(name: "CSoundKernels"),
    .target(
      name: "SoundSpectra",
      dependencies: [
        "SoundSignal", "CSoundKernels",
        .target(name: "CFFTW", condition: .when(traits: ["FFTW"])),
      ]),

    // Meaning
    .target(
      name: "CSoundModels",
      path: "Models",
      exclude: ["training", "version1"],
      sources: ["embed.c"],
      publicHeadersPath: "include"),
    .target(
      name: "SoundClassification",
      dependencies: ["SoundSignal", "SoundSpectra", "CSoundKernels", "CSoundModels"]),
    .target(
      name: "SoundTraining",
      dependencies: ["SoundSignal", "SoundSpectra", "SoundClassification", "CSoundKernels"]),

    // Pipeline
    .target(
      name: "Soundwatch", dependencies: ["SoundSignal", "SoundSpectra", "SoundClassification"]),

    // Edges
    .systemLibrary(
      name: "CFFmpeg",
      providers: [.apt(["libavformat-dev", "libavcodec-dev", "libavutil-dev"])]),
    .target(
      name: "SoundFiles",
      dependencies: [
        "SoundSignal", "Soundwatch",
        .target(name: "CFFmpeg", condition: .when(traits: ["MediaFiles"])),
      ]),

    // Doors
    .target(
      name: "SoundwatchCLI",
      dependencies: [
        "SoundSignal", "SoundClassification", "SoundTraining", "Soundwatch", "SoundFiles",
      ]),
    .executableTarget(name: "SoundwatchCommand", dependencies: ["SoundwatchCLI"]),

    // Tests: one target for each module, and what they share.
    .target(
      name: "AudioTestSupport", dependencies: ["SoundSignal", "Soundwatch"],
      path: "Tests/AudioTestSupport"),
    .testTarget(name: "SoundSignalTests", dependencies: ["SoundSignal", "AudioTestSupport"]),
    .testTarget(
      name: "SoundSpectraTests",
      dependencies: ["SoundSignal", "SoundSpectra", "CSoundKernels", "AudioTestSupport"]),
    .testTarget(
      name: "SoundClassificationTests",
      dependencies: [
        "SoundSignal", "SoundSpectra", "SoundClassification", "CSoundKernels", "AudioTestSupport",
      ]),
    .testTarget(
      name: "SoundTrainingTests",
      dependencies: [
        "SoundSignal", "SoundSpectra", "SoundClassification", "SoundTraining", "Soundwatch",
        "AudioTestSupport",
      ]),
    .testTarget(
      name: "SoundwatchTests",
      dependencies: [
        "SoundSignal", "SoundClassification", "Soundwatch", "SoundFiles", "AudioTestSupport",
      ]),
    .testTarget(name: "SoundFilesTests", dependencies: ["SoundSignal", "SoundFiles"]),
    .testTarget(
      name: "SoundwatchCommandTests",
      dependencies: ["SoundwatchCLI", "SoundSignal", "Soundwatch"],
      exclude: ["Snapshots"]),
  ],
  swiftLanguageModes: [.v6],
  cLanguageStandard: .gnu2x
)

// Strict settings for every Swift target at once, so that none can forget them.
for target in package.targets where target.type != .system {
  target.swiftSettings =
    (target.swiftSettings ?? []) + [
      .strictMemorySafety(),
      .enableUpcomingFeature("ExistentialAny"),
      .enableUpcomingFeature("InternalImportsByDefault"),
      .enableUpcomingFeature("MemberImportVisibility"),
      .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    ]
}
