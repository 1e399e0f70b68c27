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
    .library(name: "SoundRecognition", targets: ["SoundRecognition"]),
    .library(name: "SoundCatalogStore", targets: ["SoundCatalogStore"]),
    .library(name: "SoundCapture", targets: ["SoundCapture"]),
    .library(name: "AudD", targets: ["AudD"]),
    .library(name: "AudDRecognition", targets: ["AudDRecognition"]),
    .library(name: "HTTPTestSupport", targets: ["HTTPTestSupport"]),
    .executable(name: "soundwatch", targets: ["SoundwatchCommand"]),
  ],
  traits: [
    .trait(
      name: "FFTW", description: "Fourier transforms by FFTW 3 (GPL); without it, plain Swift."),
    .trait(name: "MediaFiles", description: "Files and URLs through FFmpeg's libraries."),
    .trait(name: "Microphone", description: "Live capture through PortAudio."),
    .trait(name: "AudD", description: "The AudD service in the command, through libcurl."),
    .default(enabledTraits: ["FFTW", "MediaFiles", "Microphone", "AudD"]),
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

    .target(
      name: "SoundRecognition", dependencies: ["SoundSignal", "SoundSpectra", "CSoundKernels"]),

    // Pipeline
    .target(
      name: "Soundwatch",
      dependencies: ["SoundSignal", "SoundSpectra", "SoundClassification", "SoundRecognition"]),

    // Edges
    // Needs the headers of libavformat, libavcodec and libavutil, and loads the libraries when needed.
    .target(name: "CFFmpeg"),
    .target(
      name: "SoundFiles",
      dependencies: [
        "SoundSignal", "SoundRecognition", "Soundwatch",
        .target(name: "CFFmpeg", condition: .when(traits: ["MediaFiles"])),
      ]),
    .systemLibrary(name: "CPortAudio", providers: [.apt(["portaudio19-dev"])]),
    .target(
      name: "SoundCapture",
      dependencies: [
        "SoundSignal", "SoundRecognition", "Soundwatch",
        .target(name: "CPortAudio", condition: .when(traits: ["Microphone"])),
      ]),
    .target(name: "SoundCatalogStore", dependencies: ["SoundSignal", "SoundRecognition"]),
    .target(name: "AudD"),
    .target(
      name: "AudDRecognition",
      dependencies: ["AudD", "SoundSignal", "SoundRecognition", "Soundwatch", "SoundFiles"]),

    // Doors
    .target(
      name: "SoundwatchCLI",
      dependencies: [
        "SoundSignal", "SoundClassification", "SoundTraining", "SoundRecognition", "Soundwatch",
        "SoundFiles", "SoundCapture", "SoundCatalogStore",
        .target(name: "AudD", condition: .when(traits: ["AudD"])),
        .target(name: "AudDRecognition", condition: .when(traits: ["AudD"])),
      ]),
    .executableTarget(name: "SoundwatchCommand", dependencies: ["SoundwatchCLI"]),

    // Tests: one target for each module, and what they share.
    .target(
      name: "AudioTestSupport", dependencies: ["SoundSignal", "SoundRecognition", "Soundwatch"],
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
    // Adds to a library until it is killed.
    .executableTarget(
      name: "LibraryWriter", dependencies: ["SoundRecognition"], path: "Tests/LibraryWriter"),
    .testTarget(
      name: "SoundRecognitionTests",
      dependencies: ["SoundSignal", "SoundRecognition", "AudioTestSupport", "LibraryWriter"]),
    // Changes a catalog until it is killed.
    .executableTarget(
      name: "CatalogWriter",
      dependencies: ["SoundRecognition", "SoundCatalogStore", "AudioTestSupport"],
      path: "Tests/CatalogWriter"),
    .testTarget(
      name: "SoundCatalogStoreTests",
      dependencies: [
        "SoundRecognition", "SoundCatalogStore", "AudioTestSupport", "CatalogWriter",
      ]),
    .testTarget(
      name: "SoundwatchTests",
      dependencies: [
        "SoundSignal", "SoundClassification", "SoundRecognition", "Soundwatch", "SoundFiles",
        "AudioTestSupport",
      ]),
    .testTarget(
      name: "SoundCaptureTests",
      dependencies: [
        "SoundSignal", "SoundRecognition", "Soundwatch", "SoundCapture", "AudioTestSupport",
      ]),
    .target(name: "HTTPTestSupport", path: "Tests/HTTPTestSupport"),
    .testTarget(
      name: "SoundFilesTests",
      dependencies: ["SoundSignal", "SoundFiles", "SoundRecognition", "HTTPTestSupport"]),
    .executableTarget(name: "AudDProbe", dependencies: ["AudD"], path: "Tests/AudDProbe"),
    .testTarget(
      name: "AudDTests", dependencies: ["AudD", "HTTPTestSupport", "AudDProbe"],
      exclude: ["OfficialClient"]),
    .testTarget(
      name: "AudDRecognitionTests",
      dependencies: [
        "AudD", "AudDRecognition", "SoundRecognition", "SoundSignal", "HTTPTestSupport",
      ]),
    .testTarget(
      name: "SoundwatchCommandTests",
      dependencies: [
        "SoundwatchCLI", "SoundSignal", "SoundRecognition", "Soundwatch", "SoundFiles",
        "SoundCatalogStore", "HTTPTestSupport", "AudioTestSupport",
      ],
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
