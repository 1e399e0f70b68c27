import Foundation

/// Media files that the tests read, made once for each run by the `ffmpeg` program.
enum TestMedia {
  /// Where `ffmpeg` is; `nil` skips the tests that need it.
  static let ffmpeg: String? = ["/usr/bin/ffmpeg", "/usr/local/bin/ffmpeg"].first {
    FileManager.default.isExecutableFile(atPath: $0)
  }
  static var hasFFmpeg: Bool { ffmpeg != nil }

  static let sampleRate = 48_000
  static let seconds = 4
  static var frameCount: Int { sampleRate * seconds }

  /// A folder that goes away with the process.
  static let folder: String = {
    let path = NSTemporaryDirectory() + "SoundFilesTests-\(getpid())"
    try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    atexit { try? FileManager.default.removeItem(atPath: TestMedia.folder) }
    return path
  }()

  static func path(_ name: String) -> String { folder + "/" + name }

  /// Stereo, 48 kHz: 440 Hz at 0.5 on the left, 1000 Hz at 0.25 on the right.
  private static let sine =
    "aevalsrc=0.5*sin(2*PI*440*t)|0.25*sin(2*PI*1000*t):s=\(sampleRate):d=\(seconds)"

  /// Names of files and how to make them out of the sine.
  private static let recipes: [(name: String, arguments: [String])] = [
    ("s16.wav", ["-c:a", "pcm_s16le"]), ("s24.wav", ["-c:a", "pcm_s24le"]),
    ("s32.wav", ["-c:a", "pcm_s32le"]), ("f32.wav", ["-c:a", "pcm_f32le"]),
    ("f64.wav", ["-c:a", "pcm_f64le"]), ("u8.wav", ["-c:a", "pcm_u8"]),
    ("alaw.wav", ["-c:a", "pcm_alaw"]), ("a.w64", []), ("a.aiff", []), ("a.caf", []),
    ("a.flac", ["-sample_fmt", "s16"]), ("a24.flac", ["-sample_fmt", "s32"]),
    ("a.mp3", ["-b:a", "192k", "-metadata", "title=Two tones", "-metadata", "artist=ffmpeg"]),
    ("a.m4a", ["-b:a", "192k"]), ("fast.m4a", ["-b:a", "192k", "-movflags", "+faststart"]),
    ("a.aac", ["-b:a", "192k"]), ("a.ogg", ["-c:a", "libvorbis", "-q:a", "6"]),
    ("a.opus", ["-b:a", "192k"]), ("a.webm", ["-c:a", "libopus", "-b:a", "192k"]),
    ("a.mka", ["-c:a", "aac", "-b:a", "192k"]), ("a.ts", ["-c:a", "aac", "-b:a", "192k"]),
    ("plain.mp3", ["-write_xing", "0", "-id3v2_version", "0"]),
    ("mono22.mp3", ["-write_xing", "0", "-id3v2_version", "0", "-ac", "1", "-ar", "22050"]),
    (
      "live.m3u8",
      ["-c:a", "aac", "-b:a", "192k", "-f", "hls", "-hls_time", "1", "-hls_list_size", "0"]
    ),
  ]

  /// Files with tags, by the name that their format has for an ISRC.
  private static let tagged = [
    ("flac", "ISRC"), ("mp3", "TSRC"), ("ogg", "ISRC"), ("opus", "ISRC"), ("m4a", "ISRC"),
    ("wav", "ISRC"), ("mka", "ISRC"),
  ]

  /// Makes all files on first use.
  static let all: Bool = {
    for recipe in recipes {
      run(["-f", "lavfi", "-i", sine] + recipe.arguments + [path(recipe.name)])
    }
    for (ending, isrc) in tagged {
      run(
        ["-f", "lavfi", "-i", sine, "-t", "1", "-metadata", "title=Zähl, auf \"mich\""]
          + ["-metadata", "artist=FoodMath", "-metadata", "album=The Lemon"]
          + ["-metadata", "genre=Blues", "-metadata", "\(isrc)=DE-ABC-26-00001"]
          + [path("tags.\(ending)")])
    }
    let picture = ["-f", "lavfi", "-i", "testsrc=s=64x64:r=10:d=\(seconds)"]
    run(picture + ["-c:v", "mpeg4", path("silent.mp4")])
    run(picture + ["-f", "lavfi", "-i", sine, "-c:v", "mpeg4", "-c:a", "aac", path("video.mp4")])
    run(
      picture + ["-f", "lavfi", "-i", sine, "-f", "lavfi", "-i"]
        + ["sine=f=880:r=44100:d=\(seconds)", "-map", "0", "-map", "1", "-map", "2"]
        + ["-c:v", "mpeg4", "-c:a", "flac", "-metadata:s:a:0", "language=eng"]
        + ["-metadata:s:a:1", "language=deu", "-metadata:s:a:1", "title=Kommentar"]
        + [path("two.mkv")])
    let quiet = "aevalsrc=0.1*sin(2*PI*700*t):s=\(sampleRate):d=\(seconds)"
    run(["-f", "lavfi", "-i", quiet, "-c:a", "pcm_s16le", path("quiet.wav")])
    run(
      ["-i", path("s16.wav"), "-i", path("quiet.wav"), "-map", "0", "-map", "1", "-c:a", "flac"]
        + [path("same-rate.mka")])
    // What a DTS CD holds: packets that say that they are samples.
    run(
      ["-f", "lavfi", "-i", sine, "-strict", "-2", "-c:a", "dca"]
        + ["-b:a", "1536000", "-f", "dts", path("packets.dts")])
    run(
      ["-f", "s16le", "-ar", "48000", "-ac", "2", "-i", path("packets.dts"), "-c", "copy"]
        + [path("disguised.wav")])
    return true
  }()

  /// The path of one of the made files.
  static func file(_ name: String) -> String {
    _ = all
    return path(name)
  }

  static func bytes(_ name: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: URL(fileURLWithPath: file(name))))
  }

  /// Writes a file of its own for a test.
  static func write(_ bytes: [UInt8], as name: String) throws -> String {
    try Data(bytes).write(to: URL(fileURLWithPath: path(name)))
    return path(name)
  }

  private static func run(_ arguments: [String]) {
    guard let ffmpeg else { return }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: ffmpeg)
    process.arguments = ["-v", "error", "-nostdin", "-y", "-bitexact"] + arguments
    do { try process.run() } catch { fatalError("ffmpeg does not run: \(error)") }
    process.waitUntilExit()
    precondition(process.terminationStatus == 0, "ffmpeg failed: \(arguments)")
  }
}

/// A small generator, so that damage is the same in every run.
struct SeededGenerator: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return state ^ state >> 29
  }
}
